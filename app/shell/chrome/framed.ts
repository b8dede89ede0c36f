import { createContext } from 'react'

/** Whether the component is inside a layout that already has a header and a `main`. */
export const Framed = createContext(false)
