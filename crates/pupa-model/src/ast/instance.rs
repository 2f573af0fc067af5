//! Nodes as XMI, written according to the table.

use super::{AST_FILE, AST_URI, Class, Cx, Node, Slot, SlotKind, class_of};
use crate::ecore::{ECORE_URI, XMI_URI, XSI_URI};
use crate::logic::{LogicEntry, LogicModel};
use crate::xml::{Attributes, XmlWriter};

/// An XMI document and the characters in it that are illegal in XML.
pub(crate) struct Instance<'m> {
    /// The document.
    pub(crate) text: String,
    /// The logic that contains such a character.
    pub(crate) illegal: Vec<(&'m LogicEntry<'m>, char)>,
}

/// Writes the logic of a package as XMI.
pub(crate) fn write<'m>(model: &'m LogicModel<'m>) -> Instance<'m> {
    let mut writer = Writer { xml: XmlWriter::new(), illegal: Vec::new() };
    let cx = Cx::of_model(model);
    let mut attributes = vec![
        ("xmi:version", "2.0".to_owned()),
        ("xmlns:xmi", XMI_URI.to_owned()),
        ("xmlns:xsi", XSI_URI.to_owned()),
        ("xmlns:ecore", ECORE_URI.to_owned()),
        ("xmlns:ast", AST_URI.to_owned()),
        ("xsi:schemaLocation", format!("{AST_URI} {AST_FILE}")),
    ];
    let class = class_of(cx);
    writer.values(cx, class, &mut attributes);
    writer.element(&format!("ast:{}", class.name), cx, class, &attributes);
    Instance { text: writer.xml.finish(), illegal: writer.illegal }
}

/// The document under construction.
struct Writer<'m> {
    xml: XmlWriter,
    illegal: Vec<(&'m LogicEntry<'m>, char)>,
}

impl<'m> Writer<'m> {
    /// Writes a node as the value of a slot.
    fn node(&mut self, slot: &str, cx: Cx<'m>) {
        let class = class_of(cx);
        let mut attributes = vec![("xsi:type", format!("ast:{}", class.name))];
        self.values(cx, class, &mut attributes);
        self.element(slot, cx, class, &attributes);
        if let Node::Logic(_, entry) = cx.node {
            self.illegal.extend(self.xml.take_illegal().map(|illegal| (entry, illegal)));
        }
    }

    fn element(
        &mut self,
        name: &str,
        cx: Cx<'m>,
        class: &'static Class,
        attributes: &Attributes<'_>,
    ) {
        let children = children(cx, class);
        if children.is_empty() {
            return self.xml.empty(name, attributes);
        }
        self.xml.open(name, attributes);
        for (slot, child) in children {
            match child {
                Child::Node(cx) => self.node(slot, cx),
                Child::Link(class, address) => {
                    let attributes =
                        vec![("xsi:type", format!("ecore:{class}")), ("href", address)];
                    self.xml.empty(slot, &attributes);
                }
            }
        }
        self.xml.close();
    }

    /// Collects the slots that are written as XML attributes of the element.
    fn values(&self, cx: Cx<'m>, class: &'static Class, attributes: &mut Attributes<'_>) {
        for slot in slots(class) {
            let value = match slot.kind {
                SlotKind::Value(_, read) => read(cx),
                SlotKind::Word(_, read) => read(cx).map(str::to_owned),
                SlotKind::Flag(read) => read(cx).then(|| "true".to_owned()),
                SlotKind::One(..) | SlotKind::Many(..) | SlotKind::Link(..) => None,
            };
            attributes.extend(value.map(|value| (slot.name, value)));
        }
    }
}

/// A child element.
enum Child<'t> {
    Node(Cx<'t>),
    Link(&'static str, String),
}

fn children<'t>(cx: Cx<'t>, class: &'static Class) -> Vec<(&'static str, Child<'t>)> {
    let mut children = Vec::new();
    for slot in slots(class) {
        match slot.kind {
            SlotKind::One(_, read) => {
                children.extend(read(cx).map(|child| (slot.name, Child::Node(child))));
            }
            SlotKind::Many(_, read) => {
                children.extend(read(cx).into_iter().map(|child| (slot.name, Child::Node(child))));
            }
            SlotKind::Link(_, read) => {
                let link = read(cx);
                let child = link.map(|link| (slot.name, Child::Link(link.class, link.address)));
                children.extend(child);
            }
            SlotKind::Value(..) | SlotKind::Flag(_) | SlotKind::Word(..) => {}
        }
    }
    children
}

/// The slots of a class, inherited ones first.
pub(super) fn slots(class: &'static Class) -> Vec<&'static Slot> {
    let mut slots = class.base.map(slots).unwrap_or_default();
    slots.extend(class.slots);
    slots
}
