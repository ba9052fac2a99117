//! The names of cyclic redundancy checks.

/// Calls a macro with the whole public catalogue: for each check the integer
/// that holds it, its name in lower case, and its constant in the crate `crc`.
macro_rules! crc_catalogue {
    ($with:ident) => {
        $with! {
            u8 "crc-3/gsm" CRC_3_GSM;
            u8 "crc-3/rohc" CRC_3_ROHC;
            u8 "crc-4/g-704" CRC_4_G_704;
            u8 "crc-4/interlaken" CRC_4_INTERLAKEN;
            u8 "crc-5/epc-c1g2" CRC_5_EPC_C1G2;
            u8 "crc-5/g-704" CRC_5_G_704;
            u8 "crc-5/usb" CRC_5_USB;
            u8 "crc-6/cdma2000-a" CRC_6_CDMA2000_A;
            u8 "crc-6/cdma2000-b" CRC_6_CDMA2000_B;
            u8 "crc-6/darc" CRC_6_DARC;
            u8 "crc-6/g-704" CRC_6_G_704;
            u8 "crc-6/gsm" CRC_6_GSM;
            u8 "crc-7/mmc" CRC_7_MMC;
            u8 "crc-7/rohc" CRC_7_ROHC;
            u8 "crc-7/umts" CRC_7_UMTS;
            u8 "crc-8/autosar" CRC_8_AUTOSAR;
            u8 "crc-8/bluetooth" CRC_8_BLUETOOTH;
            u8 "crc-8/cdma2000" CRC_8_CDMA2000;
            u8 "crc-8/darc" CRC_8_DARC;
            u8 "crc-8/dvb-s2" CRC_8_DVB_S2;
            u8 "crc-8/gsm-a" CRC_8_GSM_A;
            u8 "crc-8/gsm-b" CRC_8_GSM_B;
            u8 "crc-8/hitag" CRC_8_HITAG;
            u8 "crc-8/i-432-1" CRC_8_I_432_1;
            u8 "crc-8/i-code" CRC_8_I_CODE;
            u8 "crc-8/lte" CRC_8_LTE;
            u8 "crc-8/maxim-dow" CRC_8_MAXIM_DOW;
            u8 "crc-8/mifare-mad" CRC_8_MIFARE_MAD;
            u8 "crc-8/nrsc-5" CRC_8_NRSC_5;
            u8 "crc-8/opensafety" CRC_8_OPENSAFETY;
            u8 "crc-8/rohc" CRC_8_ROHC;
            u8 "crc-8/sae-j1850" CRC_8_SAE_J1850;
            u8 "crc-8/smbus" CRC_8_SMBUS;
            u8 "crc-8/tech-3250" CRC_8_TECH_3250;
            u8 "crc-8/wcdma" CRC_8_WCDMA;
            u16 "crc-10/atm" CRC_10_ATM;
            u16 "crc-10/cdma2000" CRC_10_CDMA2000;
            u16 "crc-10/gsm" CRC_10_GSM;
            u16 "crc-11/flexray" CRC_11_FLEXRAY;
            u16 "crc-11/umts" CRC_11_UMTS;
            u16 "crc-12/cdma2000" CRC_12_CDMA2000;
            u16 "crc-12/dect" CRC_12_DECT;
            u16 "crc-12/gsm" CRC_12_GSM;
            u16 "crc-12/umts" CRC_12_UMTS;
            u16 "crc-13/bbc" CRC_13_BBC;
            u16 "crc-14/darc" CRC_14_DARC;
            u16 "crc-14/gsm" CRC_14_GSM;
            u16 "crc-15/can" CRC_15_CAN;
            u16 "crc-15/mpt1327" CRC_15_MPT1327;
            u16 "crc-16/arc" CRC_16_ARC;
            u16 "crc-16/cdma2000" CRC_16_CDMA2000;
            u16 "crc-16/cms" CRC_16_CMS;
            u16 "crc-16/dds-110" CRC_16_DDS_110;
            u16 "crc-16/dect-r" CRC_16_DECT_R;
            u16 "crc-16/dect-x" CRC_16_DECT_X;
            u16 "crc-16/dnp" CRC_16_DNP;
            u16 "crc-16/en-13757" CRC_16_EN_13757;
            u16 "crc-16/genibus" CRC_16_GENIBUS;
            u16 "crc-16/gsm" CRC_16_GSM;
            u16 "crc-16/ibm-3740" CRC_16_IBM_3740;
            u16 "crc-16/ibm-sdlc" CRC_16_IBM_SDLC;
            u16 "crc-16/iso-iec-14443-3-a" CRC_16_ISO_IEC_14443_3_A;
            u16 "crc-16/kermit" CRC_16_KERMIT;
            u16 "crc-16/lj1200" CRC_16_LJ1200;
            u16 "crc-16/m17" CRC_16_M17;
            u16 "crc-16/maxim-dow" CRC_16_MAXIM_DOW;
            u16 "crc-16/mcrf4xx" CRC_16_MCRF4XX;
            u16 "crc-16/modbus" CRC_16_MODBUS;
            u16 "crc-16/nrsc-5" CRC_16_NRSC_5;
            u16 "crc-16/opensafety-a" CRC_16_OPENSAFETY_A;
            u16 "crc-16/opensafety-b" CRC_16_OPENSAFETY_B;
            u16 "crc-16/profibus" CRC_16_PROFIBUS;
            u16 "crc-16/riello" CRC_16_RIELLO;
            u16 "crc-16/spi-fujitsu" CRC_16_SPI_FUJITSU;
            u16 "crc-16/t10-dif" CRC_16_T10_DIF;
            u16 "crc-16/teledisk" CRC_16_TELEDISK;
            u16 "crc-16/tms37157" CRC_16_TMS37157;
            u16 "crc-16/umts" CRC_16_UMTS;
            u16 "crc-16/usb" CRC_16_USB;
            u16 "crc-16/xmodem" CRC_16_XMODEM;
            u32 "crc-17/can-fd" CRC_17_CAN_FD;
            u32 "crc-21/can-fd" CRC_21_CAN_FD;
            u32 "crc-24/ble" CRC_24_BLE;
            u32 "crc-24/flexray-a" CRC_24_FLEXRAY_A;
            u32 "crc-24/flexray-b" CRC_24_FLEXRAY_B;
            u32 "crc-24/interlaken" CRC_24_INTERLAKEN;
            u32 "crc-24/lte-a" CRC_24_LTE_A;
            u32 "crc-24/lte-b" CRC_24_LTE_B;
            u32 "crc-24/openpgp" CRC_24_OPENPGP;
            u32 "crc-24/os-9" CRC_24_OS_9;
            u32 "crc-30/cdma" CRC_30_CDMA;
            u32 "crc-31/philips" CRC_31_PHILIPS;
            u32 "crc-32/aixm" CRC_32_AIXM;
            u32 "crc-32/autosar" CRC_32_AUTOSAR;
            u32 "crc-32/base91-d" CRC_32_BASE91_D;
            u32 "crc-32/bzip2" CRC_32_BZIP2;
            u32 "crc-32/cd-rom-edc" CRC_32_CD_ROM_EDC;
            u32 "crc-32/cksum" CRC_32_CKSUM;
            u32 "crc-32/iscsi" CRC_32_ISCSI;
            u32 "crc-32/iso-hdlc" CRC_32_ISO_HDLC;
            u32 "crc-32/jamcrc" CRC_32_JAMCRC;
            u32 "crc-32/mef" CRC_32_MEF;
            u32 "crc-32/mpeg-2" CRC_32_MPEG_2;
            u32 "crc-32/xfer" CRC_32_XFER;
            u64 "crc-40/gsm" CRC_40_GSM;
            u64 "crc-64/ecma-182" CRC_64_ECMA_182;
            u64 "crc-64/go-iso" CRC_64_GO_ISO;
            u64 "crc-64/ms" CRC_64_MS;
            u64 "crc-64/nvme" CRC_64_NVME;
            u64 "crc-64/redis" CRC_64_REDIS;
            u64 "crc-64/we" CRC_64_WE;
            u64 "crc-64/xz" CRC_64_XZ;
            u128 "crc-82/darc" CRC_82_DARC;
        }
    };
}
pub(crate) use crc_catalogue;

macro_rules! names {
    ($($width:ident $name:literal $algorithm:ident;)*) => { &[$($name),*] };
}

/// The catalogue's names, narrow checks first.
const NAMES: &[&str] = crc_catalogue!(names);

/// Short names that most people mean one check by.
const SHORT: &[(&str, &str)] = &[
    ("crc-8", "crc-8/smbus"),
    ("crc-16", "crc-16/arc"),
    ("crc-32", "crc-32/iso-hdlc"),
    ("crc-32c", "crc-32/iscsi"),
];

/// The check's name in the catalogue, in lower case: `crc-32/iso-hdlc` for
/// that, `CRC-32/ISO-HDLC` or `crc-32`. `None` if nobody knows it.
#[must_use]
pub fn crc_by_name(name: &str) -> Option<&'static str> {
    let short = SHORT
        .iter()
        .find(|(short, _)| short.eq_ignore_ascii_case(name));
    let name = short.map_or(name, |(_, long)| long);
    NAMES
        .iter()
        .copied()
        .find(|known| known.eq_ignore_ascii_case(name))
}

/// The names of all checks in the public catalogue, in lower case.
pub fn crc_names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().copied()
}

/// Up to three names that look like this unknown one, the likeliest first.
#[must_use]
pub fn similar_crcs(name: &str) -> Vec<&'static str> {
    let wanted: String = name
        .chars()
        .take(40)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let mut near: Vec<(f64, &str)> = crc_names()
        .map(|known| (strsim::normalized_levenshtein(&wanted, known), known))
        .filter(|(likeness, _)| *likeness >= 0.6)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.into_iter().take(3).map(|(_, known)| known).collect()
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(name: &str, want: Option<&str>) {
        assert_eq!(crc_by_name(name), want);
    }

    #[test]
    fn names() {
        check("crc-32/iso-hdlc", Some("crc-32/iso-hdlc"));
        check("CRC-32/ISO-HDLC", Some("crc-32/iso-hdlc"));
        check("crc-32", Some("crc-32/iso-hdlc"));
        check("CRC-32C", Some("crc-32/iscsi"));
        check("crc-82/darc", Some("crc-82/darc"));
        check("crc-33", None);
        check("", None);
    }

    #[test]
    fn every_name_means_itself() {
        for name in crc_names() {
            check(name, Some(name));
        }
    }

    #[test]
    fn similar_names() {
        assert_eq!(
            similar_crcs("crc32/iso-hdlc").first(),
            Some(&"crc-32/iso-hdlc")
        );
        assert_eq!(similar_crcs("md5"), Vec::<&str>::new());
    }

    proptest! {
        #[test]
        fn any_name_is_answered(name in ".{0,60}") {
            prop_assert!(crc_by_name(&name).is_none_or(|known| known.starts_with("crc-")));
            prop_assert!(similar_crcs(&name).len() <= 3);
        }
    }
}
