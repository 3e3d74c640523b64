"""Machine learning on tensors and frames: not there yet, by name, but for contrib, which has other libraries. It comes in a later version.

The packages and names are those that programs written for the Python Mars import; calling one raises NotImplementedError.
"""

import sys
from types import ModuleType

from .._core.call import absent
from . import contrib  # noqa: F401

_names = {
    "cluster": "KMeans k_means",
    "datasets": "make_blobs make_classification make_low_rank_matrix make_regression",
    "decomposition": "PCA TruncatedSVD",
    "ensemble": "BaggingClassifier BaggingRegressor BlockwiseVotingClassifier BlockwiseVotingRegressor IsolationForest",
    "glm": "LogisticRegression",
    "linear_model": "LinearRegression",
    "metrics": "accuracy_score auc f1_score fbeta_score get_scorer log_loss multilabel_confusion_matrix "
    "precision_recall_fscore_support precision_score r2_score recall_score roc_auc_score roc_curve",
    "metrics.pairwise": "cosine_distances cosine_similarity euclidean_distances haversine_distances manhattan_distances "
    "pairwise_distances pairwise_distances_topk rbf_kernel",
    "model_selection": "KFold train_test_split",
    "neighbors": "NearestNeighbors",
    "preprocessing": "LabelBinarizer LabelEncoder MinMaxScaler label_binarize minmax_scale",
    "semi_supervised": "LabelPropagation",
    "wrappers": "ParallelPostFit",
}


def _make(name):
    """A package of names; those above it are made first."""
    full = f"{__name__}.{name}"
    if full in sys.modules:
        return sys.modules[full]
    above, _, last = name.rpartition(".")
    parent = _make(above) if above else sys.modules[__name__]
    module = ModuleType(full, f"{full}: not there yet, by name.")
    module.__path__ = []
    for n in _names.get(name, "").split():
        setattr(module, n, absent(f"{full}.{n}"))
    sys.modules[full] = module
    setattr(parent, last, module)
    return module


for _name in _names:
    _make(_name)
