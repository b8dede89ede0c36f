type Attributes = Record<string, string | number | boolean>

export type SpanOptions = {
  kind: 'server' | 'client' | 'consumer' | 'internal'
  /** Never prompts, addresses of people, or keys: traces leave this machine. */
  attributes?: Attributes
  /** The caller's span in another process, as a W3C `traceparent`; by default the current span. */
  parent?: string | undefined
}

export type Span = {
  rename(name: string): void
  set(attributes: Attributes): void
  /** Marks the span as failed. `reason` is a code, not a message. */
  fail(reason: string): void
}

export type Tracer = {
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>
  traceparent(): string | undefined
}

const noSpan: Span = { rename: () => undefined, set: () => undefined, fail: () => undefined }

let tracer: Tracer | undefined

/** Traces of this process. Without a tracer, work runs directly and no library is loaded. */
export const tracing = {
  /** Sets the tracer, or none. */
  use(next: Tracer | undefined): void {
    tracer = next
  },
  /** Runs the work in a span, which fails if the work throws. */
  span<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
    return tracer ? tracer.span(name, options, work) : work(noSpan)
  },
  /** Returns the current span as a W3C `traceparent`, to be passed to another process. */
  traceparent: (): string | undefined => tracer?.traceparent(),
}
