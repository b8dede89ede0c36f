import type { ReactNode } from 'react'

export function InputProblem({ children }: { children: ReactNode }) {
  return children ? <p className="mt-1 text-sm text-danger">{children}</p> : null
}
