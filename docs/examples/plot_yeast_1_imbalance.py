"""
F-measure and imbalance on yeast
================================

The labels of yeast have imbalance ratios (ImR, majority over minority examples) from 1.3 to 70.
ECCRU3 trains more classifiers for the rarer ones. How much does that gain over binary relevance,
label by label?
"""

import matplotlib.pyplot as plt
import numpy as np

from eccru import BR, ECCRU3, fetch_dataset
from eccru.data.imbalance import imbalance_ratios
from eccru.metrics import confusion, f_measure
from eccru.model_selection import IterativeStratifiedKFold

yeast = fetch_dataset("yeast")
X, Y = yeast.X, yeast.Y
imr = imbalance_ratios(Y)
train, test = next(IterativeStratifiedKFold(2).split(X, Y))

# %%
# Both methods turn scores into labels at 0.5, so that the difference is that of their classifiers.
scores = {}
for method in (BR(thresholds=0.5), ECCRU3(thresholds=0.5, random_state=0)):
    method.fit(X[train], Y[train], label_names=yeast.label_names)
    scores[type(method).__name__] = f_measure(confusion(Y[test], method.predict(X[test])))
    print(type(method).__name__, "macro F-measure:", scores[type(method).__name__].mean().round(3))

# %%
# ``method`` is now the ECCRU3: the rarer the label, the more classifiers it has.
order = np.argsort(imr)
for label in order:
    print(f"{yeast.label_names[label]:8} ImR {imr[label]:5.1f}", method.n_classifiers_[label])

# %%
# A line joins the two results of a label. Most labels gain; the two that BR finds best lose.
fig, ax = plt.subplots(figsize=(7, 4), layout="constrained")
ax.vlines(imr, scores["BR"], scores["ECCRU3"], color="0.8", zorder=0)
for (name, values), marker in zip(scores.items(), "os", strict=True):
    ax.scatter(imr, values, marker=marker, label=name)
ax.set(xscale="log", xlabel="ImR of the label", ylabel="F-measure on the test half")
ax.set_xticks([1, 2, 5, 10, 20, 50, 100], labels=[1, 2, 5, 10, 20, 50, 100])
ax.minorticks_off()
ax.legend()
plt.show()
