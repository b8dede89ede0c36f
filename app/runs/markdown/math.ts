import 'katex/dist/katex.min.css'
import { createMathPlugin } from '@streamdown/math'

/** KaTeX for untrusted input: no links, no images, no formula of excessive size or cost; other alphabets are allowed. */
export const math = createMathPlugin()
if (Array.isArray(math.rehypePlugin))
  math.rehypePlugin = [math.rehypePlugin[0], { errorColor: 'var(--danger)', strict: 'ignore', trust: false, maxSize: 20, maxExpand: 400 }]
