import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { config } from '../../app.config.ts'
import { misspeltVariables } from '../../app/server/env.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** All pages of the operator's guide. */
const guide = globSync('docs/operations/*.md', { cwd: root }).map(read).join('\n')

describe('the Dockerfile', () => {
  const source = read('Dockerfile').replaceAll(/^#.*\n/gm, '')
  const lines = source
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.trim())
  const all = (instruction: string) => lines.filter((line) => line.startsWith(`${instruction} `))

  test('the build has a stage of its own, and base images have a version and no architecture', () => {
    expect(all('FROM')[0]).toMatch(/ AS build$/)
    for (const from of all('FROM')) expect(from).toMatch(/^FROM (?:node:\d+\.\d+\.\d+-\S+|debian:[a-z]+-slim|app)(?: AS |$)/)
    expect(source).not.toMatch(/amd64|x86_64|arm64|aarch64|linux-x64/)
  })

  test('the process is a user without rights, with a health check and no shell around the process', () => {
    expect(all('USER').at(-1)).toBe('USER quartet')
    expect(lines.some((line) => line.startsWith('HEALTHCHECK') && line.includes('CMD ["node"'))).toBe(true)
    for (const command of all('CMD')) expect(command).toMatch(/^CMD \[/)
  })

  test('every file that is copied and every script that runs exists, and the process is the one that the package starts', () => {
    const copied = all('COPY').filter((line) => !line.includes('--from='))
    const sources = copied.flatMap((line) => line.split(/\s+/).slice(1, -1))
    // The layers in front of the whole context have what they need to install.
    expect(sources).toEqual(
      expect.arrayContaining(['package.json', 'package-lock.json', 'scripts/prepare.mjs', 'app/server/preflight', '.']),
    )
    const scripts = [...source.matchAll(/\b(?:\.\/)?(scripts\/[\w-]+\.(?:mjs|ts))/g)].map(([, file = '']) => file)
    for (const file of [...sources, ...scripts]) expect(existsSync(join(root, file)), file).toBe(true)
    const ignored = read('.dockerignore').split('\n').filter(Boolean)
    for (const file of sources.filter((file) => file !== '.'))
      for (const pattern of ignored) expect(`${file}/`).not.toContain(`${pattern.replace(/\/$/, '')}/`)
    const [, served] = /(node_modules\/\.bin\/node .*) &$/m.exec(read('scripts/serve.sh')) ?? []
    const [command] = all('CMD')
      .slice(-1)
      .map((line) => v.parse(v.array(v.string()), JSON.parse(line.slice('CMD '.length))))
    expect(command?.join(' ')).toBe(served?.replace('node_modules/.bin/', ''))
    expect(all('CMD')).toHaveLength(1)
  })

  test('the installation of the first layers imports nothing else, and Node is the version of the lockfile', () => {
    const copied = ['scripts/prepare.mjs', ...readdirSync(join(root, 'app/server/preflight')).map((name) => `app/server/preflight/${name}`)]
    const imported = copied
      .filter((file) => file.endsWith('.mjs'))
      .flatMap((file) => [...read(file).matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path)))
    expect(imported.filter((file) => !copied.includes(file))).toEqual([])
    const { dependencies } = v.parse(v.object({ dependencies: v.record(v.string(), v.string()) }), JSON.parse(read('package.json')))
    expect(all('FROM')[0]).toContain(`node:${dependencies.node}-`)
  })

  test('nothing but packages comes from the network, and no package lists stay', () => {
    expect(all('ADD')).toEqual([])
    for (const run of all('RUN').filter((line) => line.includes('apt-get install')))
      expect(run).toMatch(/--no-install-recommends .*rm -rf \/var\/lib\/apt\/lists/)
  })
})

const serviceSchema = v.looseObject({
  image: v.string(),
  profiles: v.optional(v.array(v.string())),
  ports: v.optional(v.array(v.string())),
  read_only: v.optional(v.boolean()),
  cap_drop: v.optional(v.array(v.string())),
  volumes: v.optional(v.array(v.string()), []),
  depends_on: v.optional(v.record(v.string(), v.object({ condition: v.string() })), {}),
  environment: v.optional(v.record(v.string(), v.nullable(v.string())), {}),
})
const composeSchema = v.looseObject({ services: v.record(v.string(), serviceSchema), volumes: v.record(v.string(), v.unknown()) })

describe('compose.yaml', () => {
  const { services, volumes } = v.parse(composeSchema, parse(read('compose.yaml'), { merge: true }))
  const own = Object.values(services).filter(({ image }) => image.startsWith('quartet:'))

  test('every mount and dependency is declared', () => {
    for (const { volumes: mounts, depends_on: needed } of Object.values(services)) {
      for (const mount of mounts) if (!mount.startsWith('.')) expect(Object.keys(volumes)).toContain(mount.split(':')[0])
      for (const name of Object.keys(needed)) expect(Object.keys(services)).toContain(name)
    }
  })

  test('the app has a read-only file system, no capabilities, and variables that exist', () => {
    expect(own).toHaveLength(4)
    for (const { read_only: isReadOnly, cap_drop: dropped, environment } of own) {
      expect([isReadOnly, dropped]).toEqual([true, ['ALL']])
      expect(misspeltVariables(Object.fromEntries(Object.keys(environment).map((name) => [name, 'x'])))).toEqual([])
    }
  })

  test('models that are installed through the API are found by every worker, with their runtimes', () => {
    for (const name of ['api', 'worker'])
      for (const folder of ['models', 'runtimes']) expect(services[name]?.volumes).toContain(`${folder}:/data/${folder}`)
  })

  test('model servers are optional, have a fixed version and no port on the host, and the app knows their addresses', () => {
    const names = ['ollama', 'kokoro', 'comfyui']
    for (const name of names) {
      const { image, profiles, ports } = services[name] ?? {}
      expect([profiles, ports, image]).toEqual([[name], undefined, expect.stringMatching(/:(?!latest)[\w.-]*\d[\w.-]*$/)])
      expect(guide).toContain(`\`${name}\``)
    }
    for (const name of ['quartet', 'api', 'worker'])
      expect(Object.keys(services[name]?.environment ?? {})).toEqual(
        expect.arrayContaining(['OLLAMA_URL', 'OPENAI_COMPATIBLE', 'COMFYUI_URL']),
      )
  })

  test('every secret has a line in .env.example', () => {
    const used = [...read('compose.yaml').matchAll(/\$\{(\w+):-(?:unset)?\}/g)].map(([, name]) => name)
    for (const name of new Set(used)) expect(read('.env.example')).toMatch(new RegExp(`^${name}=`, 'm'))
  })
})

describe('proxies and the release folder', () => {
  test('the largest upload passes every proxy', () => {
    const largest = Math.max(...Object.values(config.uploads.maxMegabytes))
    for (const [file, limit] of [
      ['deploy/nginx/quartet.conf', /client_max_body_size (\d+)m;/],
      ['deploy/kubernetes/ingress.yaml', /proxy-body-size: (\d+)m/],
      ['deploy/caddy/Caddyfile', /max_size (\d+)MB/],
    ] as const) {
      const [, megabytes] = limit.exec(read(file)) ?? []
      // A form has parts beside its file.
      expect(Number(megabytes), file).toBeGreaterThan(largest)
    }
  })

  test('the release has every JSON file that the server reads', () => {
    const patterns = [...read('scripts/make-release.ts').matchAll(/'([^'\n]*\.json)'/g)].map(([, pattern = '']) => pattern)
    const released = new Set(globSync(patterns, { cwd: root }))
    // The API runs from the bundle, which holds what it imports.
    const needed = globSync('app/server/**/*.json', { cwd: root, exclude: ['app/server/{api,db/migrations}/**'] })
    expect(needed.filter((file) => !released.has(file))).toEqual([])
  })

  test('the release has every command that the guide names', () => {
    const { scripts } = v.parse(v.object({ scripts: v.record(v.string(), v.string()) }), JSON.parse(read('package.json')))
    const named = [...guide.matchAll(/`(?:docker compose exec \w+ )?(?:npm run ([\w:]+)|node (scripts\/[\w-]+\.ts))/g)]
    const files = named.flatMap(([, name, file]) => file ?? /^node (scripts\/[\w-]+\.ts)$/.exec(scripts[name ?? ''] ?? '')?.[1] ?? [])
    const [, packed = ''] = /'scripts\/\{([\w,-]+)\}\.ts'/.exec(read('scripts/make-release.ts')) ?? []
    const released = packed.split(',').map((name) => `scripts/${name}.ts`)
    const forBuilds = ['scripts/make-release.ts', 'scripts/bench-engine.ts', 'scripts/snapshots.ts']
    expect(released).toEqual(expect.arrayContaining(files.filter((file) => !forBuilds.includes(file))))
  })
})

const podSchema = v.looseObject({
  securityContext: v.looseObject({ runAsNonRoot: v.literal(true) }),
  containers: v.array(
    v.looseObject({
      livenessProbe: v.looseObject({}),
      readinessProbe: v.looseObject({}),
      startupProbe: v.looseObject({}),
      resources: v.object({ requests: v.looseObject({}), limits: v.looseObject({ memory: v.string() }) }),
      securityContext: v.looseObject({ readOnlyRootFilesystem: v.literal(true), allowPrivilegeEscalation: v.literal(false) }),
    }),
  ),
})
const manifestSchema = v.looseObject({
  kind: v.string(),
  metadata: v.optional(v.looseObject({ name: v.string() })),
  spec: v.optional(v.looseObject({ template: v.optional(v.looseObject({ spec: podSchema })) })),
})

test('every Kubernetes deployment has probes, limits, no rights, and a disruption budget', () => {
  const folder = 'deploy/kubernetes'
  const files = readdirSync(join(root, folder))
  const manifests = files.flatMap((file) =>
    parseAllDocuments(read(join(folder, file))).map((document) => v.parse(manifestSchema, document.toJS())),
  )
  const named = (kind: string) => manifests.filter((manifest) => manifest.kind === kind).map(({ metadata }) => metadata?.name)
  expect(named('Deployment')).toEqual(['api', 'web', 'worker'])
  expect(named('PodDisruptionBudget')).toEqual(named('Deployment'))
  const { resources } = v.parse(v.looseObject({ resources: v.array(v.string()) }), parse(read(join(folder, 'kustomization.yaml'))))
  expect([...resources, 'kustomization.yaml'].sort()).toEqual(files.sort())
})

test('the nightly backup of Kubernetes deletes nothing unless it succeeds, and runs without rights', () => {
  const manifests = parseAllDocuments(read('deploy/kubernetes/backup.yaml')).map((document) =>
    v.parse(v.looseObject({ kind: v.string() }), document.toJS()),
  )
  expect(manifests.map(({ kind }) => kind)).toEqual(['CronJob', 'PersistentVolumeClaim'])
  expect(manifests[0]).toMatchObject({
    spec: {
      concurrencyPolicy: 'Forbid',
      jobTemplate: {
        spec: {
          template: {
            spec: {
              securityContext: { runAsNonRoot: true },
              containers: [
                {
                  command: ['sh', '-ec'],
                  args: [expect.stringMatching(/^node scripts\/backup\.ts .+\nfind /)],
                  securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
                },
              ],
            },
          },
        },
      },
    },
  })
})

test('the systemd unit and its commands have one user, one data folder and one file of variables', () => {
  const unit = read('deploy/systemd/quartet.service')
  const command = read('deploy/systemd/quartet-run')
  expect(unit).toMatch(/^User=quartet$/m)
  expect(command).toContain('--uid=quartet')
  expect(unit).toMatch(/^ReadWritePaths=.*\/var\/backups\/quartet$/m)
  for (const text of ['/etc/quartet.env', '/var/lib/quartet', 'UMask=0077']) {
    expect(unit).toContain(text)
    expect(command).toContain(text)
  }
})
