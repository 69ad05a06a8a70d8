#include "CFerryScan.h"
