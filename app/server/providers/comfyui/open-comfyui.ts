import { accessOwnServer } from '../compatible/own-server.ts'
import { openLiveList } from '../compatible/live-list.ts'
import type { LiveServer, LiveServerOptions } from '../connected/service.ts'
import { ProviderError } from '../provider.ts'
import { exampleWorkflows, findMissing, readWorkflows } from './read-workflows.ts'
import type { Workflow } from './workflow.ts'

/** `folder`: the folder of the workflow files, by default that of the examples. */
type OpenComfyuiOptions = Omit<LiveServerOptions, 'key'> & { folder: string | undefined }

/** Opens a ComfyUI server. Each workflow file for which it has all nodes and checkpoints is a model. */
export function openComfyui({ name, url, folder = exampleWorkflows, price, now }: OpenComfyuiOptions): LiveServer {
  const server = accessOwnServer(name, url)
  let known: ReadonlyMap<string, Workflow> = new Map()

  const list = openLiveList({
    ...(now && { now }),
    // Short, because people edit workflows and try them at once.
    freshMs: 20_000,
    async fetchList(signal) {
      const { workflows } = await readWorkflows(folder, { server: name, price })
      const runnable: Workflow[] = []
      for (const workflow of workflows) if (!(await findMissing(workflow, server, signal))) runnable.push(workflow)
      known = new Map(runnable.map((workflow) => [workflow.model.id, workflow]))
      return runnable.map(({ model }) => model)
    },
  })

  return {
    models: () => list.read(),
    isAway: () => list.isAway(),
    async open({ id }) {
      const { comfyuiWork } = await import('./comfyui-work.ts')
      // Read for each run, because people edit their workflows.
      return comfyuiWork(server, () => {
        const workflow = known.get(id)
        if (!workflow) throw new ProviderError('provider_auth', `${name}: the workflow is gone`)
        return workflow
      })
    },
    close: () => list.close(),
  }
}
