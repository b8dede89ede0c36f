import { context, propagation, ROOT_CONTEXT, type Context, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { SpanOptions, Tracer } from '../tracing.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL } as const

/**
 * Opens the official SDK, which reads the endpoint, its headers and the name of the service from the standard `OTEL_*` variables. Spans are
 * sent in batches; a collector that does not answer delays nothing.
 */
export function openTracer(source: NodeJS.ProcessEnv): Tracer & AsyncDisposable {
  const resource = resourceFromAttributes({ 'service.name': 'quartet' }).merge(detectResources({ detectors: [envDetector] }))
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(source.OTEL_TRACES_SAMPLER, Number(source.OTEL_TRACES_SAMPLER_ARG ?? 1)),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        scheduledDelayMillis: Number(source.OTEL_BSP_SCHEDULE_DELAY ?? 5_000),
      }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracer = provider.getTracer('quartet')

  return {
    span(name, options, work) {
      const { kind, attributes = {} } = options
      return tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, contextOf(options), async (span) => {
        try {
          return await work({
            rename: (next) => void span.updateName(next),
            set: (more) => void span.setAttributes(more),
            fail: (reason) => void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', reason),
          })
        } catch (error) {
          // The message of an error may contain a prompt or a key.
          span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
          throw error
        } finally {
          span.end()
        }
      })
    },
    traceparent() {
      const carrier: Partial<Record<string, string>> = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent
    },
    async [Symbol.asyncDispose]() {
      await provider.shutdown()
      context.disable()
      propagation.disable()
    },
  }
}

/** A job without a parent starts a trace: the span that is active then belongs to whatever made the queue fetch it. */
function contextOf({ kind, parent }: SpanOptions): Context {
  if (parent !== undefined) return propagation.extract(ROOT_CONTEXT, { traceparent: parent })
  return kind === 'consumer' ? ROOT_CONTEXT : context.active()
}

/** The samplers of the specification, by their standard names. */
function samplerOf(name: string | undefined, ratio: number): Sampler {
  const root = /ratio/.test(name ?? '')
    ? new TraceIdRatioBasedSampler(ratio)
    : name?.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new AlwaysOnSampler()
  return name === undefined || name.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root
}
