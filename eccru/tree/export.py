"""Trees as text and as drawings, and what each attribute contributes to them.

The functions take a `Tree`, also one of a forest, in which the labels of a chain are attributes
after the features, or a `GeneralTree`.
"""

import numpy as np

from eccru.tree.general_tree import as_general


def export_text(tree, feature_names, class_names, nominal) -> str:
    """Return a tree as text: one line per branch, leaves with (weight/errors), as Weka prints.

    Parameters
    ----------
    tree : Tree or GeneralTree
        The tree.
    feature_names : sequence of str
        Names of all attributes: of the features and, in a chain, of the labels after them.
    class_names : sequence
        Names of the classes.
    nominal : array of bool
        Which attributes are nominal; labels are.

    Returns
    -------
    str
        The tree.
    """
    tree = as_general(tree, nominal)
    leaves = _leaf_texts(tree, class_names)
    if tree.node_count == 1:
        return leaves[0]
    lines, stack = [], _branches(tree, 0, 0)
    while stack:
        node, attribute, relation, depth = stack.pop()
        line = f"{'|   ' * depth}{feature_names[attribute]} {relation}"
        if tree.attribute[node] < 0:
            line += f": {leaves[node]}"
        else:
            stack += _branches(tree, node, depth + 1)
        lines.append(line)
    return "\n".join(lines)


def export_graphviz(tree, feature_names, class_names, nominal) -> str:
    """Return a tree in the DOT language, which graphviz draws.

    Parameters
    ----------
    tree : Tree or GeneralTree
        The tree.
    feature_names : sequence of str
        Names of all attributes: of the features and, in a chain, of the labels after them.
    class_names : sequence
        Names of the classes.
    nominal : array of bool
        Which attributes are nominal; labels are.

    Returns
    -------
    str
        The text of a .dot file.
    """
    tree = as_general(tree, nominal)
    leaves = _leaf_texts(tree, class_names)
    lines = ["digraph J48 {", '    node [shape=ellipse, fontname="sans-serif"];']
    lines.append('    edge [fontname="sans-serif"];')
    for node in range(tree.node_count):
        if tree.attribute[node] < 0:
            label, shape = leaves[node], ", shape=box"
        else:
            label, shape = str(feature_names[tree.attribute[node]]), ""
        lines.append(f"    {node} [label={_quote(label)}{shape}];")
        for son, _, relation, _ in reversed(_branches(tree, node, 0)):
            lines.append(f"    {node} -> {son} [label={_quote(relation)}];")
    return "\n".join([*lines, "}"])


def feature_importances(tree, n_attributes) -> np.ndarray:
    """Return the share of every attribute in the decrease of entropy that a tree achieves.

    Parameters
    ----------
    tree : Tree or GeneralTree
        The tree.
    n_attributes : int
        Number of features and, in a chain, of labels after them.

    Returns
    -------
    array of float64 of shape (n_attributes,)
        Shares; they sum to 1, or are all 0 if the tree is a leaf.
    """
    tree = as_general(tree, np.zeros(n_attributes, dtype=bool))
    total = tree.counts.sum(axis=1, keepdims=True)
    share = np.divide(tree.counts, total, out=np.zeros_like(tree.counts), where=total > 0)
    entropy = -tree.counts * np.log2(share, out=np.zeros_like(share), where=share > 0)
    entropy = entropy.sum(axis=1)
    importances = np.zeros(n_attributes)
    for node in np.flatnonzero(tree.attribute >= 0):
        decrease = entropy[node] - entropy[tree.sons_of(node)].sum()
        importances[tree.attribute[node]] += max(decrease, 0.0)  # less by rounding alone
    return importances / importances.sum() if importances.any() else importances


def _branches(tree, node, depth):
    """Return the branches of a node, the last one first: son, attribute, relation and depth."""
    attribute, threshold = tree.attribute[node], tree.threshold[node]
    if tree.n_values[attribute] == 0:
        relations = [f"<= {threshold:.8g}", f"> {threshold:.8g}"]
    elif tree.binary_splits:
        relations = [f"= {threshold:g}", f"!= {threshold:g}"]
    else:
        relations = [f"= {value}" for value in range(tree.n_values[attribute])]
    sons = zip(tree.sons_of(node).tolist(), relations, strict=False)  # a leaf has none
    return [(son, attribute, relation, depth) for son, relation in sons][::-1]


def _leaf_texts(tree, class_names) -> list[str]:
    """Return for every node what it answers as a leaf, with its weight and errors."""
    texts = []
    for answer, counts in zip(tree.probabilities, tree.counts, strict=True):
        errors = _round(counts.sum() - counts.max())
        weight = _round(counts.sum()) + (f"/{errors}" if errors != "0" else "")
        texts.append(f"{class_names[np.argmax(answer)]} ({weight})")
    return texts


def _round(weight) -> str:
    """Return a weight with two digits after the point at most."""
    return f"{weight:.2f}".rstrip("0").rstrip(".")


def _quote(text) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
