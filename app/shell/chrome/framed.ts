import { createContext } from 'react'

/** True inside a layout that already has a head and a `main`. */
export const Framed = createContext(false)
