import { tracing } from '../tracing.ts'
import type { Metrics, MetricsOptions } from './metrics.ts'

/** Whether the standard variables ask for traces. */
export function wantsTraces(source: NodeJS.ProcessEnv): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint } = source
  if (source.OTEL_SDK_DISABLED === 'true' || source.OTEL_TRACES_EXPORTER === 'none') return false
  return Boolean(endpoint || tracesEndpoint || source.OTEL_TRACES_EXPORTER === 'otlp')
}

/** Starts tracing if it is wanted; the SDK is loaded only then. Returns a function that sends the last spans. */
export async function startTracing(source: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  if (!wantsTraces(source)) return async () => undefined
  const { openTracer } = await import('./tracer.ts')
  const tracer = openTracer(source)
  tracing.use(tracer)
  return async () => {
    tracing.use(undefined)
    try {
      await tracer[Symbol.asyncDispose]()
    } catch {
      // The collector does not answer; its last spans are lost.
    }
  }
}

/** Loads the metrics library and starts counting. */
export async function startMetrics(options: MetricsOptions): Promise<Metrics> {
  const { openMetrics } = await import('./metrics.ts')
  return openMetrics(options)
}
