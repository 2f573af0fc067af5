# TSort: topological order (children before parents) and strongly connected components.
module TSort
  class Cyclic < StandardError; end

  def tsort
    TSort.tsort(method(:tsort_each_node), method(:tsort_each_child))
  end

  def tsort_each(&block)
    return to_enum(:tsort_each) unless block
    TSort.tsort_each(method(:tsort_each_node), method(:tsort_each_child), &block)
  end

  def strongly_connected_components
    TSort.strongly_connected_components(method(:tsort_each_node), method(:tsort_each_child))
  end

  def each_strongly_connected_component(&block)
    return to_enum(:each_strongly_connected_component) unless block
    TSort.each_strongly_connected_component(method(:tsort_each_node), method(:tsort_each_child), &block)
  end

  def each_strongly_connected_component_from(node, id_map = {}, stack = [], &block)
    return to_enum(:each_strongly_connected_component_from, node, id_map, stack) unless block
    TSort.each_strongly_connected_component_from(node, method(:tsort_each_child), id_map, stack, &block)
  end

  def tsort_each_node
    raise NotImplementedError
  end

  def tsort_each_child(_node)
    raise NotImplementedError
  end

  def self.tsort(each_node, each_child)
    tsort_each(each_node, each_child).to_a
  end

  def self.tsort_each(each_node, each_child)
    return to_enum(:tsort_each, each_node, each_child) unless block_given?
    each_strongly_connected_component(each_node, each_child) do |component|
      if component.size == 1
        yield component.first
      else
        raise Cyclic, "topological sort failed: #{component.inspect}"
      end
    end
  end

  def self.strongly_connected_components(each_node, each_child)
    each_strongly_connected_component(each_node, each_child).to_a
  end

  def self.each_strongly_connected_component(each_node, each_child)
    return to_enum(:each_strongly_connected_component, each_node, each_child) unless block_given?
    ids = {}
    stack = []
    each_node.call do |node|
      next if ids.include?(node)
      each_strongly_connected_component_from(node, each_child, ids, stack) { |found| yield found }
    end
    nil
  end

  def self.each_strongly_connected_component_from(node, each_child, ids = {}, stack = [])
    unless block_given?
      return to_enum(:each_strongly_connected_component_from, node, each_child, ids, stack)
    end
    lowest = id = ids[node] = ids.size
    depth = stack.length
    stack << node
    each_child.call(node) do |child|
      if ids.include?(child)
        known = ids[child]
        lowest = known if known && known < lowest
      else
        reached = each_strongly_connected_component_from(child, each_child, ids, stack) { |found| yield found }
        lowest = reached if reached < lowest
      end
    end
    if id == lowest
      component = stack.slice!(depth..)
      component.each { |member| ids[member] = nil }
      yield component
    end
    lowest
  end
end
