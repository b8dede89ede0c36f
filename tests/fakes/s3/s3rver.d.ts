declare module 's3rver' {
  type Options = { port: number; address: string; silent: boolean; directory: string; configureBuckets: { name: string }[] }
  type StoredObject = { bucket: string; key: string }
  type Written = { size: number; md5: string }
  export default class S3rver {
    constructor(options: Options)
    run(): Promise<{ port: number }>
    close(): Promise<void>
    store: {
      putObject(object: StoredObject): Promise<Written>
      putPart(bucket: string, uploadId: string, partNumber: number, content: NodeJS.ReadableStream): Promise<Written>
      getResourcePath(bucket: string, key: string | undefined, resource: string): string
    }
  }
}
