// Nothing to call: linking against this module is enough.
