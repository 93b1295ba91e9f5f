package value

// maxDepth is how deep values in values are gone through.
const maxDepth = 4

// EachText calls visit for each text that the value is or holds, until visit says
// that it is enough. depth is how deep the value itself lies.
func (v Value) EachText(depth int, visit func(Value) bool) {
	if depth > maxDepth {
		return
	}
	for _, x := range v.Texts() {
		if !visit(x) {
			return
		}
	}
	if v.Form == Sequence || v.Form == Mapping || v.Form == Either {
		for _, x := range v.Items {
			x.EachText(depth+1, visit)
		}
	}
}
