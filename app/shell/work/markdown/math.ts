import 'katex/dist/katex.min.css'
import { createMathPlugin } from '@streamdown/math'

/** KaTeX, for words of a stranger: no links, no pictures, no formula that fills the screen or takes for ever; other alphabets are welcome. */
export const math = createMathPlugin()
if (Array.isArray(math.rehypePlugin))
  math.rehypePlugin = [math.rehypePlugin[0], { errorColor: 'var(--danger)', strict: 'ignore', trust: false, maxSize: 20, maxExpand: 400 }]
