import { type Env, misspeltVariables } from '../env.ts'
import { shownProxies } from '../egress/proxies.ts'
import type { ModelsFile } from '../providers/models-file/no-models-file.ts'
import { version } from '../version.ts'
import {
  type BrowserModeration,
  checkAgents,
  checkDatabase,
  checkEndings,
  checkLocalModels,
  checkMail,
  checkModelsFile,
  checkModeration,
  checkOtherPages,
  checkPrices,
  checkSignIn,
  checkStorage,
} from './check-installation.ts'
import type { BackupState } from '../core/operation/operations/record-backup.ts'
import { checkBackups } from './check-backups.ts'
import { checkFeed } from './check-feed.ts'
import { checkIssuers } from './check-issuers.ts'
import { checkPayments } from './check-payments.ts'
import { checkImageServers, checkOpenrouter, checkServers, checkServices } from './check-services.ts'
import { type Finding, on, plain, wrong } from './finding.ts'

export type ExamineOptions = {
  /** The environment, with the connections of the browser where they are known. */
  env: Env
  /** Variables as they are set. */
  variables: Readonly<Record<string, string | undefined>>
  modelsFile: ModelsFile
  /** The moderation that was set in the browser, where it is known. */
  moderation?: BrowserModeration
  /** The state of backups, where the database can be read. */
  backups?: BackupState | undefined
}

function describeProxies(variables: ExamineOptions['variables']): Finding[] {
  const shown = shownProxies(variables)
  if (!shown) return []
  const values = { address: shown.addresses.join(', '), except: shown.except || '–' }
  return [
    on(
      /*i18n*/ { id: 'doctor.proxy', message: 'proxy' },
      /*i18n*/ { id: 'doctor.proxy_on', message: 'services are reached through {address}; directly: this network and NO_PROXY ({except})' },
      values,
    ),
  ]
}

/** Reports which parts of the installation are on, off or misconfigured, and why. Changes nothing; sends requests that cost nothing. */
export async function examine({ env, variables, modelsFile, moderation, backups }: ExamineOptions): Promise<Finding[]> {
  const [installation, issuers, payments, prices, feed, keyed, openrouter, own, image, local] = await Promise.all([
    Promise.all([checkDatabase(env), checkStorage(env), checkMail(env), checkModeration(env, moderation)]),
    checkIssuers(env),
    checkPayments(env),
    checkPrices(env, modelsFile),
    checkFeed(env, modelsFile),
    checkServices(env, modelsFile),
    checkOpenrouter(env),
    checkServers(env, modelsFile),
    checkImageServers(env),
    checkLocalModels(env),
  ])
  return [
    on(/*i18n*/ { id: 'doctor.version', message: 'version' }, [plain(version)]),
    ...misspeltVariables(variables).map(({ found, meant }) =>
      wrong(found, /*i18n*/ { id: 'doctor.misspelt', message: 'has no effect; did you mean {meant}?' }, { meant }),
    ),
    ...describeProxies(variables),
    ...installation,
    await checkBackups(env, backups),
    checkSignIn(env),
    checkOtherPages(env),
    checkAgents(env),
    ...issuers,
    ...payments,
    checkModelsFile(env, modelsFile),
    prices,
    feed,
    ...checkEndings(env, modelsFile),
    ...keyed,
    openrouter,
    ...own,
    ...image,
    local,
  ]
}
