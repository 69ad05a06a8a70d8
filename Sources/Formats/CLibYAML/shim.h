#if __has_include(<yaml.h>)
#include <yaml.h>
#else
#error "Ferry needs libyaml: install libyaml-dev (apt), libyaml-devel (dnf) or libyaml (brew), or depend on ferry without the trait YAML, such as with traits: []"
#endif
