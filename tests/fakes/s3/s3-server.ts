import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import S3rver from 's3rver'
import { findMistake } from './verify-request.ts'

export type S3Call = { method: string; target: string; headers: IncomingMessage['headers']; body: Buffer }

/** A fault in front of the service, for one request. */
export type S3Fault =
  | { answer: number; code?: string; headers?: Record<string, string>; body?: string }
  /** The connection ends without an answer. */
  | 'hang up'
  /** Nothing is ever answered. */
  | 'silence'
  /** The answer stops after half of its body. */
  | 'cut'
  /** The answer stops arriving after half of its body. */
  | 'stall'
  /** One byte of the answer's body changes. */
  | 'flip'
  /** One byte of the request's body changes on the way. */
  | 'flip upload'

export type S3Server = AsyncDisposable & {
  url: string
  bucket: string
  env: Record<string, string>
  /** Every request, in order. */
  calls: S3Call[]
  /** Decides about the fault of each request; `undefined` passes it on. */
  fault: (call: S3Call) => S3Fault | undefined
}

const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const bucket = 'files'

/** Starts an S3 server that checks signatures and checksums, with faults on request. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'quartet-s3-'))
  const service = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket }] })
  answerWhenWhole(service)
  const { port: servicePort } = await service.run()

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing).catch(() => outgoing.destroy()))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`

  const s3: S3Server = {
    url,
    bucket,
    env: {
      S3_ENDPOINT: url,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    calls: [],
    fault: () => undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await service.close()
      await rm(directory, { recursive: true, force: true })
    },
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const call = { method: incoming.method ?? '', target: incoming.url ?? '', headers: incoming.headers, body: Buffer.concat(chunks) }
    s3.calls.push(call)
    const fault = s3.fault(call)
    if (fault === 'silence') return
    if (fault === 'hang up') return void outgoing.destroy()
    if (typeof fault === 'object') return fail(outgoing, fault)
    if (fault === 'flip upload') flip(call.body)
    const mistake = findMistake({ ...call, headers: plain(call.headers) }, keys)
    if (mistake) return fail(outgoing, { answer: mistake.status, code: mistake.code })
    const { status, headers, body } = await forward(call, servicePort)
    if (fault === 'flip') flip(body)
    outgoing.writeHead(status, headers)
    if (fault !== 'cut' && fault !== 'stall') return void outgoing.end(body)
    outgoing.write(body.subarray(0, body.length / 2), () => {
      if (fault === 'cut') outgoing.destroy()
    })
  }
  return s3
}

/** s3rver answers an upload before its file is written to the end, so that a read right after it may find less than was stored. */
function answerWhenWhole({ store }: S3rver): void {
  const putObject = store.putObject.bind(store)
  const putPart = store.putPart.bind(store)
  store.putObject = async (object) => {
    const written = await putObject(object)
    await untilWhole(store.getResourcePath(object.bucket, object.key, 'object'), written.size)
    return written
  }
  store.putPart = async (name, uploadId, partNumber, content) => {
    const written = await putPart(name, uploadId, partNumber, content)
    await untilWhole(join(store.getResourcePath(name, undefined, 'uploads'), uploadId, String(partNumber)), written.size)
    return written
  }
}

/** Waits until the file has all its bytes. */
async function untilWhole(path: string, bytes: number): Promise<void> {
  while ((await stat(path).catch(() => undefined))?.size !== bytes) await turn()
}

/** Names the fault of the first `count` requests that match. */
export function failing(fault: S3Fault, { count = 1, method }: { count?: number; method?: string } = {}): S3Server['fault'] {
  let left = count
  return (call) => {
    if ((method !== undefined && call.method !== method) || left === 0) return undefined
    left -= 1
    return fault
  }
}

const plain = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]))

function fail(outgoing: ServerResponse, { answer, code = '', headers = {}, body }: Extract<S3Fault, object>): void {
  outgoing.writeHead(answer, { 'content-type': 'application/xml', ...headers })
  outgoing.end(body ?? `<Error><Code>${code}</Code></Error>`)
}

/** Flips a bit in the middle; nothing in an empty body. */
function flip(body: Buffer): void {
  const middle = Math.floor(body.length / 2)
  if (body.length > 0) body[middle] = (body[middle] ?? 0) ^ 1
}

function forward({ method, target, headers, body }: S3Call, port: number) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    const forwarded = request({ port, host: '127.0.0.1', method, path: target, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 502, headers: response.headers, body: Buffer.concat(chunks) }))
    })
    forwarded.on('error', reject)
    forwarded.end(body)
  })
}
