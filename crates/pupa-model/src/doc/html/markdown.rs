//! Conversion of the Markdown of comments to HTML: paragraphs, lists and code. All other markup
//! remains text.

use std::fmt::Write as _;

use pupa_drawing::xml as escaped;

/// The block to which the lines so far belong.
enum Block {
    None,
    Paragraph(Vec<String>),
    List(Vec<String>),
    Code(Vec<String>),
    /// A fenced code block.
    Fenced(Vec<String>),
}

/// Converts lines of Markdown to block elements.
pub(super) fn blocks(lines: &[String]) -> String {
    let mut html = String::new();
    let mut block = Block::None;
    for line in lines {
        block = next(block, line, &mut html);
    }
    close(block, &mut html);
    html
}

fn next(block: Block, line: &str, html: &mut String) -> Block {
    let is_fence = line.trim_start().starts_with("```");
    let item = line.trim_start().strip_prefix("- ").or(line.trim_start().strip_prefix("* "));
    match (block, item) {
        (Block::Fenced(code), _) if is_fence => {
            close(Block::Fenced(code), html);
            Block::None
        }
        (Block::Fenced(mut code), _) => {
            code.push(line.to_owned());
            Block::Fenced(code)
        }
        (block, _) if is_fence => {
            close(block, html);
            Block::Fenced(Vec::new())
        }
        (Block::Code(mut code), _) if line.starts_with("    ") || line.is_empty() => {
            code.push(line.get(4..).unwrap_or_default().to_owned());
            Block::Code(code)
        }
        (Block::List(mut items), Some(item)) => {
            items.push(item.to_owned());
            Block::List(items)
        }
        (Block::List(mut items), None) if line.starts_with("  ") => {
            if let Some(last) = items.last_mut() {
                last.push(' ');
                last.push_str(line.trim());
            }
            Block::List(items)
        }
        (block, Some(item)) => {
            close(block, html);
            Block::List(vec![item.to_owned()])
        }
        (Block::Paragraph(mut text), None) if !line.trim().is_empty() => {
            text.push(line.to_owned());
            Block::Paragraph(text)
        }
        (block, None) => {
            close(block, html);
            match line.strip_prefix("    ") {
                Some(code) if !code.trim().is_empty() => Block::Code(vec![code.to_owned()]),
                _ if line.trim().is_empty() => Block::None,
                _ => Block::Paragraph(vec![line.to_owned()]),
            }
        }
    }
}

fn close(block: Block, html: &mut String) {
    match block {
        Block::None => {}
        Block::Paragraph(lines) => {
            let _ = writeln!(html, "<p>{}</p>", inline(&lines.join("\n")));
        }
        Block::List(items) => {
            html.push_str("<ul>\n");
            for item in items {
                let _ = writeln!(html, "<li>{}</li>", inline(&item));
            }
            html.push_str("</ul>\n");
        }
        Block::Code(lines) | Block::Fenced(lines) => {
            let text = lines.join("\n");
            let _ = writeln!(html, "<pre><code>{}</code></pre>", escaped(text.trim_end()));
        }
    }
}

/// Converts text with `code` spans to inline elements.
pub(super) fn inline(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('`') {
        let Some((code, behind)) = after.split_once('`') else { break };
        let _ = write!(html, "{}<code>{}</code>", escaped(before), escaped(code));
        rest = behind;
    }
    html.push_str(&escaped(rest));
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_elements_and_nothing_else() {
        let lines =
            "One `<b>` two\nthree.\n\n- a\n  b\n- c\n\n    x < 1\n\n```\n<y>\n```\n<script>";
        let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
        let expected = "<p>One <code>&lt;b&gt;</code> two\nthree.</p>\n<ul>\n<li>a b</li>\n\
             <li>c</li>\n</ul>\n<pre><code>x &lt; 1</code></pre>\n<pre><code>&lt;y&gt;</code></pre>\n\
             <p>&lt;script&gt;</p>\n";
        assert_eq!(blocks(&lines), expected);
        assert_eq!(inline("a ` b"), "a ` b");
    }
}
