#if !FERRY_YAML
/// YAML is off.
@available(
  *, unavailable,
  message: "YAML needs libyaml: build Ferry with its trait 'YAML', which is on by default"
)
public enum YAML {}
#endif
