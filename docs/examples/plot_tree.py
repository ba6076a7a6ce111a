"""
The tree alone
==============

:class:`eccru.J48Tree` decides as Weka's J48 does. It is a scikit-learn classifier of its own, here
on Fisher's irises: printed as Weka prints trees, and drawn.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_val_score

from eccru import J48Tree

iris = load_iris(as_frame=True)
names = iris.target_names[iris.target]
tree = J48Tree().fit(iris.data, names)
print(tree.export_text())

# %%
# The numbers behind a leaf are its training rows, and how many of them are of another class.
print("leaves:", tree.n_leaves_, "nodes:", tree.node_count_)
print("accuracy:", cross_val_score(J48Tree(), iris.data, names, cv=10).mean().round(3))

# %%
# ``tree.tree_`` has the nodes as arrays; leaves test no attribute (-1). A node is drawn above the
# middle of its sons, which takes no more than this:


def draw(ax, nodes, node=0, depth=0, leaves=0):
    """Draw a node and what is below it; return its place and the number of leaves so far."""
    if nodes.attribute[node] < 0:
        place, leaves = leaves, leaves + 1
        text = tree.classes_[nodes.counts[node].argmax()]
    else:
        left, leaves = draw(ax, nodes, nodes.left[node], depth + 1, leaves)
        right, leaves = draw(ax, nodes, nodes.right[node], depth + 1, leaves)
        place = (left + right) / 2
        text = f"{iris.feature_names[nodes.attribute[node]]}\n<= {nodes.threshold[node]:g}"
        ax.plot([left, place, right], [-depth - 1, -depth, -depth - 1], color="0.7", zorder=0)
    ax.text(place, -depth, text, ha="center", va="center", bbox={"fc": "white", "ec": "0.7"})
    return place, leaves


fig, ax = plt.subplots(figsize=(8, 5), layout="constrained")
draw(ax, tree.tree_)
ax.axis("off")
plt.show()
