import { ROOT_CONTEXT, type Attributes, type Context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { BaseConfig } from '../config/base-config.js';
import { requestContext } from './request-context.js';

/** One step of a trace. `parent` is the `traceparent` it came with; left out, it goes on with what is being done. */
export interface Step {
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  parent?: string | undefined;
  attributes?: Attributes;
}

const KINDS: Record<Step['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

const SAMPLED = 0.1;

type TracingConfig = Pick<BaseConfig, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>;

/**
 * Spans by OpenTelemetry, sent over OTLP. One trace id goes from the HTTP request or the socket event through calls,
 * outbox and live events to the sockets that hear of it: the request context, the bus headers and the envelopes carry
 * it. Spans hold names and codes, never what people wrote. Without an endpoint nothing is made and nothing costs.
 */
@Injectable()
export class Tracing implements OnApplicationShutdown {
  private readonly provider: TracerProvider | null;
  private readonly tracer: Tracer | null;

  constructor(service: string, config: TracingConfig) {
    this.provider = config.OTEL_EXPORTER_OTLP_ENDPOINT ? providerOf(service, config.OTEL_EXPORTER_OTLP_ENDPOINT, config.OTEL_TRACES_SAMPLER_ARG ?? SAMPLED) : null;
    this.tracer = this.provider?.getTracer('duet') ?? null;
  }

  /** Does the work as one step; everything inside of it that is a step becomes its child. */
  async step<T>(step: Step, work: () => Promise<T>): Promise<T> {
    const span = this.begin(step);
    if (!span) return work();
    return requestContext.run({ ...requestContext.current(), trace: traceparentOf(span) }, async () => {
      try {
        return await work();
      } catch (cause) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: codeOf(cause) });
        throw cause;
      } finally {
        span.end();
      }
    });
  }

  /** A step whose end somebody else knows; null when nothing is traced. */
  begin({ name, kind, parent, attributes = {} }: Step): Span | null {
    if (!this.tracer) return null;
    return this.tracer.startSpan(name, { kind: KINDS[kind], attributes }, parentOf(parent ?? requestContext.current().trace));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.provider?.shutdown();
  }
}

/** The `traceparent` header of a span. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** The trace id in a `traceparent`, for logs; undefined without one. */
export const traceIdOf = (traceparent: string | undefined): string | undefined => traceparent?.split('-')[1];

function parentOf(traceparent: string | undefined): Context {
  const parsed = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parsed ? trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true }) : ROOT_CONTEXT;
}

function providerOf(service: string, endpoint: string, ratio: number): TracerProvider {
  return new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `duet-${service}`, 'service.namespace': 'duet' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }), scheduledDelayMillis: 1_000 })],
  });
}

/** A stable word for what went wrong: messages of errors may quote what people wrote. */
function codeOf(cause: unknown): string {
  if (typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.name : 'unknown';
}
