"""Settings: options.eager_mode = True, or with option_context({'eager_mode': True}): ..."""

from ._core.options import Options, option_context, options

__all__ = ["Options", "option_context", "options"]
