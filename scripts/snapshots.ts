import { writeFileSync } from 'node:fs'
import { authorization } from './snapshots/authorization.ts'
import { clientTypes } from './snapshots/client-types.ts'
import { clients } from './snapshots/clients.ts'
import { compatibility } from './snapshots/compatibility.ts'
import { contractTexts } from './snapshots/contract-texts.ts'
import { services } from './snapshots/services.ts'
import { pathOf, readPresent, snapshots } from './snapshots/snapshots.ts'

/** `npm run snapshots`: regenerates the documents that tests compare with the code. */
for (const snapshot of [...snapshots, authorization, compatibility, contractTexts, clients, services])
  writeFileSync(pathOf(snapshot), snapshot.generate(readPresent(snapshot)))
clientTypes.write(await clientTypes.generate())
