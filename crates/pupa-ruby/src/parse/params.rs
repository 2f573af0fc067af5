//! Lowers the parameters of methods and blocks.

use ruby_prism as p;

use super::lower::{Lowering, symbol};
use super::scope::SuperArg;
use crate::code::{Keyword, KeywordRest, MultiTarget, Optional, Param, Params, Target};
use crate::symbol::{Symbol, names};

impl Lowering<'_> {
    /// The parameters of a block or lambda.
    pub(super) fn block_params(&mut self, node: Option<p::Node<'_>>) -> Params {
        let Some(node) = node else { return Params::default() };
        if let Some(node) = node.as_block_parameters_node() {
            let params = match node.parameters() {
                Some(parameters) => self.params(&parameters),
                None => Params::default(),
            };
            for local in &node.locals() {
                if let Some(local) = local.as_block_local_variable_node() {
                    self.scope().add(symbol(&local.name()));
                }
            }
            return params;
        }
        let names: Vec<Symbol> = match node.as_numbered_parameters_node() {
            Some(node) => {
                (1..=node.maximum()).map(|number| Symbol::new(&format!("_{number}"))).collect()
            }
            None => vec![names::EMPTY],
        };
        let required = names.into_iter().map(|name| Param::Slot(self.scope().add(name))).collect();
        Params { required, is_implicit: true, ..Params::default() }
    }

    /// Lowers parameters. Required plain ones get the first slots; a default value can refer to the
    /// parameters before it.
    pub(super) fn params(&mut self, node: &p::ParametersNode<'_>) -> Params {
        let mut params = Params::default();
        let scope = self.scopes.len() - 1;
        let mut plain = Vec::new();
        for required in &node.requireds() {
            plain.push(required.as_required_parameter_node().map(|required| {
                let name = symbol(&required.name());
                self.scopes[scope].add(name)
            }));
        }
        for (required, slot) in node.requireds().iter().zip(plain) {
            params.required.push(match slot {
                Some(slot) => Param::Slot(slot),
                None => self.nested_param(&required),
            });
        }
        self.declare_others(node, &mut params);
        self.defaults(node, &mut params);
        self.remember_for_super(&params);
        params
    }

    /// Declares the slots of all parameters after the first required ones, in order.
    fn declare_others(&mut self, node: &p::ParametersNode<'_>, params: &mut Params) {
        for optional in &node.optionals() {
            if let Some(optional) = optional.as_optional_parameter_node() {
                let slot = self.scope().add(symbol(&optional.name()));
                params.optional.push(Optional { slot, default: crate::code::Node::Nil });
            }
        }
        match node.rest() {
            Some(p::Node::ImplicitRestNode { .. }) => params.excess_comma = true,
            Some(rest) => {
                let name = rest.as_rest_parameter_node().and_then(|rest| rest.name());
                params.rest = Some(self.rest_slot(name));
            }
            None => {}
        }
        for post in &node.posts() {
            params.post.push(match post.as_required_parameter_node() {
                Some(post) => Param::Slot(self.scope().add(symbol(&post.name()))),
                None => self.nested_param(&post),
            });
        }
        for keyword in &node.keywords() {
            let name = match keyword.as_required_keyword_parameter_node() {
                Some(keyword) => symbol(&keyword.name()),
                None => match keyword.as_optional_keyword_parameter_node() {
                    Some(keyword) => symbol(&keyword.name()),
                    None => continue,
                },
            };
            let slot = self.scope().add(name);
            params.keywords.push(Keyword { name, slot, default: None });
        }
        self.keyword_rest(node, params);
        if let Some(block) = node.block().and_then(|block| block.as_block_parameter_node()) {
            params.block = Some(self.block_slot(block.name()));
        }
    }

    fn rest_slot(&mut self, name: Option<p::ConstantId<'_>>) -> u32 {
        let scope = self.scope();
        match name {
            Some(name) => scope.add(symbol(&name)),
            None => {
                let slot = scope.temporary();
                scope.anonymous.rest = Some(slot);
                slot
            }
        }
    }

    fn block_slot(&mut self, name: Option<p::ConstantId<'_>>) -> u32 {
        let scope = self.scope();
        match name {
            Some(name) => scope.add(symbol(&name)),
            None => {
                let slot = scope.temporary();
                scope.anonymous.block = Some(slot);
                slot
            }
        }
    }

    fn keyword_rest(&mut self, node: &p::ParametersNode<'_>, params: &mut Params) {
        let Some(rest) = node.keyword_rest() else { return };
        if let Some(rest) = rest.as_keyword_rest_parameter_node() {
            let scope = self.scope();
            let slot = match rest.name() {
                Some(name) => scope.add(symbol(&name)),
                None => {
                    let slot = scope.temporary();
                    scope.anonymous.keyword_rest = Some(slot);
                    slot
                }
            };
            params.keyword_rest = KeywordRest::Slot(slot);
        } else if matches!(rest, p::Node::NoKeywordsParameterNode { .. }) {
            params.keyword_rest = KeywordRest::Refused;
        } else {
            // `...`
            params.rest = Some(self.rest_slot(None));
            let scope = self.scope();
            let slot = scope.temporary();
            scope.anonymous.keyword_rest = Some(slot);
            params.keyword_rest = KeywordRest::Slot(slot);
            params.block = Some(self.block_slot(None));
        }
    }

    /// Lowers the default values, after all parameters have slots.
    fn defaults(&mut self, node: &p::ParametersNode<'_>, params: &mut Params) {
        for (parameter, optional) in node.optionals().iter().zip(&mut params.optional) {
            if let Some(parameter) = parameter.as_optional_parameter_node() {
                self.refuse_circle(&parameter.name(), &parameter.value());
                optional.default = self.node(&parameter.value());
            }
        }
        for (parameter, keyword) in node.keywords().iter().zip(&mut params.keywords) {
            if let Some(parameter) = parameter.as_optional_keyword_parameter_node() {
                self.refuse_circle(&parameter.name(), &parameter.value());
                keyword.default = Some(self.node(&parameter.value()));
            }
        }
    }

    /// Reports an error for a parameter whose default value is the parameter itself.
    fn refuse_circle(&mut self, name: &p::ConstantId<'_>, value: &p::Node<'_>) {
        if let Some(read) = value.as_local_variable_read_node()
            && read.depth() == 0
            && read.name().as_slice() == name.as_slice()
        {
            let message = format!("circular argument reference - {}", symbol(name));
            self.error(message, &value.location());
        }
    }

    fn remember_for_super(&mut self, params: &Params) {
        let slots = |list: &[Param]| -> Vec<SuperArg> {
            list.iter()
                .filter_map(|param| match param {
                    Param::Slot(slot) => Some(SuperArg::Slot(*slot)),
                    Param::Nested(_) => None,
                })
                .collect()
        };
        let mut args = slots(&params.required);
        args.extend(params.optional.iter().map(|optional| SuperArg::Slot(optional.slot)));
        args.extend(params.rest.map(SuperArg::Splat));
        args.extend(slots(&params.post));
        args.extend(
            params.keywords.iter().map(|keyword| SuperArg::Keyword(keyword.name, keyword.slot)),
        );
        if let KeywordRest::Slot(slot) = params.keyword_rest {
            args.push(SuperArg::KeywordSplat(slot));
        }
        self.scope().super_args = args;
    }

    /// `(a, (b, *c))`
    fn nested_param(&mut self, node: &p::Node<'_>) -> Param {
        Param::Nested(Box::new(self.nested_targets(node)))
    }

    fn nested_targets(&mut self, node: &p::Node<'_>) -> MultiTarget {
        let mut target = MultiTarget { front: Vec::new(), rest: None, back: Vec::new() };
        let Some(multi) = node.as_multi_target_node() else { return target };
        target.front = multi.lefts().iter().map(|left| self.nested_target(&left)).collect();
        target.rest = multi.rest().map(|rest| {
            let inner = rest.as_splat_node().and_then(|splat| splat.expression());
            inner.map(|inner| self.nested_target(&inner))
        });
        target.back = multi.rights().iter().map(|right| self.nested_target(&right)).collect();
        target
    }

    fn nested_target(&mut self, node: &p::Node<'_>) -> Target {
        match node.as_required_parameter_node() {
            Some(parameter) => Target::Local(self.scope().add(symbol(&parameter.name()))),
            None => {
                let location = node.location();
                let inner = self.deeper(&location, |this| this.nested_targets(node));
                inner.map_or(Target::Local(0), |inner| Target::Multi(Box::new(inner)))
            }
        }
    }
}
