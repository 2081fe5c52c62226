import {
  ROOT_CONTEXT,
  type Attributes,
  type Context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { TracerProvider } from '@opentelemetry/sdk-trace';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { BaseConfig } from '../config/base-config.js';
import { requestContext } from './request-context.js';

/** One step of a trace. `parent` is a W3C `traceparent`; by default the current step is the parent. */
export interface TraceStep {
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  parent?: string | undefined;
  attributes?: Attributes;
}

const KINDS: Record<TraceStep['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

type TracingConfig = Pick<BaseConfig, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>;

/**
 * Records OpenTelemetry spans and sends them over OTLP. Request context, bus headers and envelopes carry the trace id from
 * the HTTP request or socket event to the receiving sockets. Spans contain names and codes, never user content. Without an
 * endpoint no spans are created.
 */
@Injectable()
export class Tracing implements OnApplicationShutdown {
  private readonly tracer: Tracer | null;

  /** @param provider null creates no spans */
  constructor(private readonly provider: TracerProvider | null) {
    this.tracer = provider?.getTracer('duet') ?? null;
  }

  /** Loads the exporter only for an endpoint: its packages take a tenth of the modules of a process. */
  static async open(service: string, config: TracingConfig): Promise<Tracing> {
    const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
    if (!endpoint) return new Tracing(null);
    const { exportingProvider } = await import('./exporting-provider.js');
    return new Tracing(exportingProvider(service, endpoint, config.OTEL_TRACES_SAMPLER_ARG));
  }

  /** Runs `work` as one step. Steps inside of it become its children. @throws what `work` threw */
  async step<T>(step: TraceStep, work: () => Promise<T>): Promise<T> {
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

  /** Begins a step that the caller ends. @returns null when tracing is off */
  begin({ name, kind, parent, attributes = {} }: TraceStep): Span | null {
    if (!this.tracer) return null;
    return this.tracer.startSpan(
      name,
      { kind: KINDS[kind], attributes },
      parentOf(parent ?? requestContext.current().trace),
    );
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

/** The code or class of an error, because its message may quote user content. */
function codeOf(cause: unknown): string {
  if (typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string')
    return cause.code;
  return cause instanceof Error ? cause.name : 'unknown';
}
