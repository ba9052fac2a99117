//! Blocks that are much alike: what was said of one is not said again.

use std::collections::HashSet;

use super::block::{Block, Like, Row};

/// Leaves out docs and lists of values that an earlier block has said of the
/// same field.
pub(super) fn say_once(blocks: &mut [Block]) {
    let mut said: HashSet<String> = HashSet::new();
    for block in blocks {
        let mut now = Vec::new();
        for row in &mut block.rows {
            if said.contains(&row.key) {
                row.doc.clear();
                row.values.clear();
                row.said = row.filled.is_some();
            } else {
                now.push(row.key.clone());
            }
        }
        said.extend(now);
    }
}

/// Makes blocks that repeat most of an earlier one say only what differs.
pub(super) fn fold_alike(blocks: &mut [Block]) {
    let whole: Vec<Vec<String>> = blocks
        .iter()
        .map(|block| block.rows.iter().map(signature).collect())
        .collect();
    for i in 1..blocks.len() {
        let Some(own) = whole.get(i) else { continue };
        // the earlier whole block with the fewest rows that differ
        let best = (0..i)
            .filter(|&j| blocks.get(j).is_some_and(|it| it.like.is_none()))
            .filter_map(|j| {
                let other = whole.get(j)?;
                let differing = own.iter().filter(|row| !other.contains(row)).count();
                let gone = other.len().saturating_sub(own.len());
                Some((differing + gone, j))
            })
            .min();
        let Some((differing, j)) = best else { continue };
        // a few rows, or few of many
        if differing > 2 && differing * 3 > own.len() {
            continue;
        }
        let other = whole.get(j).cloned().unwrap_or_default();
        let (name, names) = match blocks.get(j) {
            Some(like) => (
                like.name.clone(),
                like.rows.iter().map(|row| row.name.clone()).collect(),
            ),
            None => (String::new(), Vec::new()),
        };
        let Some(block) = blocks.get_mut(i) else {
            continue;
        };
        let own_names: Vec<String> = block.rows.iter().map(|row| row.name.clone()).collect();
        let without = names
            .into_iter()
            .filter(|name| !own_names.contains(name))
            .collect();
        block.rows.retain(|row| !other.contains(&signature(row)));
        block.like = Some(Like { name, without });
    }
}

/// All that a row shows.
fn signature(row: &Row) -> String {
    let constant = row.constant.as_ref().map(|it| it.text.text().to_owned());
    format!(
        "{} {:?} {:?} {:?} {constant:?} {} {} {}",
        row.name,
        row.place,
        row.len,
        row.each.as_ref().map(|it| (&it.len, &it.count)),
        row.what.text(),
        row.rules,
        row.cond
    )
}
