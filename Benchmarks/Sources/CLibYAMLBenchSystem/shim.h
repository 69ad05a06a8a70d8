// libyaml's own header, wherever pkg-config finds it.
#include <yaml.h>
