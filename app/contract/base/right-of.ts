import { type OperatorRight, operatorRights } from '../operator/operator-rights.ts'
import type { Call } from './call.ts'

/** The right that a call of the operator needs; undefined for other calls. */
export const rightOf = ({ auth }: Pick<Call, 'auth'>): OperatorRight | undefined =>
  operatorRights.find((right) => auth === `operator:${right}`)
