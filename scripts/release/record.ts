import { writeFileSync } from 'node:fs'
import { presentContract, releasedFile } from './contract.ts'

/** `npm run release:record`: records what other releases rely on in this one, for `docs/compatibility.md`. */
const contract = presentContract()
writeFileSync(releasedFile(contract.version), `${JSON.stringify(contract)}\n`)
