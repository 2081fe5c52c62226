import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

const SAMPLED = 0.1;

/** A provider that sends the spans of a process to an endpoint over OTLP. @param sampled share of the traces that begin here */
export const exportingProvider = (service: string, endpoint: string, sampled = SAMPLED): TracerProvider =>
  new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `duet-${service}`, 'service.namespace': 'duet' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampled) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
        scheduledDelayMillis: 1_000,
      }),
    ],
  });
