/**
 * OpenTelemetry traces, if its usual variables are set: each request, as part of the caller's trace if it sent one, and each
 * call requested from a carrier. The libraries are loaded only then. Spans contain ids, routes and outcomes, never a number or
 * a name.
 */
import type { Tracer } from '@opentelemetry/api'
import type { FinishedRequest } from '../http/finished-request.ts'
import type { Clock } from '../kernel/clock.ts'

export interface Tracing {
  request(request: FinishedRequest): void
  placed(provider: string, result: string, ms: number): void
  /** Sends the remaining spans, then stops. */
  stop(): Promise<void>
}

/** An unreachable collector must not delay the end of the program. */
const STOP_MS = 3000

export async function openTracing({ version, clock }: { version: string; clock: Clock }): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, resources, { W3CTraceContextPropagator }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
  ])
  const ours = resources.resourceFromAttributes({ 'service.name': 'outdial', 'service.version': version })
  const named = resources.detectResources({ detectors: [resources.envDetector] })
  const provider = new sdk.BasicTracerProvider({
    // The environment's attributes come last and override the others.
    resource: resources.defaultResource().merge(ours).merge(named),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ timeoutMillis: STOP_MS }))],
  })
  const tracer: Tracer = provider.getTracer('outdial', version)
  const propagator = new W3CTraceContextPropagator()
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, defaultTextMapGetter } = api

  function record(
    name: string,
    kind: number,
    ms: number,
    attributes: Record<string, string | number>,
    { traceparent, failed }: { traceparent: string | null; failed: boolean },
  ): void {
    const endMs = clock.now()
    const parent = traceparent ? propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter) : ROOT_CONTEXT
    const span = tracer.startSpan(name, { kind, attributes, startTime: endMs - ms }, parent)
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endMs)
  }

  return {
    request({ method, route, status, ms, requestId, organizationId, traceparent }) {
      const attributes = {
        'http.request.method': method,
        'http.response.status_code': status,
        'outdial.request_id': requestId,
        ...(route === null ? {} : { 'http.route': route }),
        ...(organizationId === null ? {} : { 'outdial.organization_id': organizationId }),
      }
      record(route === null ? method : `${method} ${route}`, SpanKind.SERVER, ms, attributes, {
        traceparent,
        failed: status >= 500,
      })
    },
    placed(provider, result, ms) {
      const attributes = { 'outdial.provider': provider, 'outdial.result': result }
      record(`place call ${provider}`, SpanKind.CLIENT, ms, attributes, {
        traceparent: null,
        failed: result !== 'placed',
      })
    },
    stop: () => provider.shutdown().catch(() => {}),
  }
}
