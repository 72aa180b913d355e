//! A small press: pages of text set where a test wants them, as a PDF without labels.

/// Text at a place, in points from the lower left corner.
pub(crate) struct Set {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) text: String,
}

pub(crate) fn set(x: f32, y: f32, text: &str) -> Set {
    Set { x, y, text: text.to_owned() }
}

/// Lines of at most so many letters; a word that does not fit is left whole.
pub(crate) fn lines(text: &str, most: usize) -> Vec<String> {
    let mut found = vec![String::new()];
    for word in text.split(' ') {
        let line = found.last_mut().unwrap();
        if !line.is_empty() && line.len() + 1 + word.len() > most {
            found.push(word.to_owned());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    found
}

/// A column of text that begins at a place.
pub(crate) fn column(x: f32, text: &str, most: usize) -> Vec<Set> {
    let line = |(at, line): (usize, String)| set(x, 540.0 - at as f32 * 12.0, &line);
    lines(text, most).into_iter().enumerate().map(line).collect()
}

/// A PDF of A5 pages in ten points of Times.
pub(crate) fn pdf(pages: &[Vec<Set>]) -> Vec<u8> {
    let kids: Vec<_> = (0..pages.len()).map(|at| format!("{} 0 R", 4 + at * 2)).collect();
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        format!("<</Type/Pages/Count {}/Kids[{}]>>", pages.len(), kids.join(" ")),
        "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>".to_owned(),
    ];
    for (at, page) in pages.iter().enumerate() {
        let show = |it: &Set| {
            let text = it.text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
            format!("BT /F 10 Tf {} {} Td ({text}) Tj ET\n", it.x, it.y)
        };
        let drawn: String = page.iter().map(show).collect();
        objects.push(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Resources<</Font<</F 3 0 R>>>>/Contents {} 0 R>>",
            5 + at * 2
        ));
        objects.push(format!("<</Length {}>>stream\n{drawn}endstream", drawn.len()));
    }
    let mut file = "%PDF-1.4\n".to_owned();
    let mut table = String::new();
    for (at, object) in objects.iter().enumerate() {
        table.push_str(&format!("{:010} 00000 n \n", file.len()));
        file.push_str(&format!("{} 0 obj\n{object}\nendobj\n", at + 1));
    }
    let (start, count) = (file.len(), objects.len() + 1);
    file.push_str(&format!("xref\n0 {count}\n0000000000 65535 f \n{table}"));
    file.push_str(&format!("trailer<</Size {count}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n"));
    file.into_bytes()
}
