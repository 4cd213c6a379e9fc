import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { ConfigError, type ConfigSources, loadConfig } from './config.js';

const FILE = resolve('somewhere', 'recollect.config.json');
const inFile = (values: Record<string, unknown>): ConfigSources => ({ file: { path: FILE, values } });

function refusal(sources: ConfigSources): string {
  try {
    loadConfig(sources);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message;
  }
  return assert.fail('it was accepted');
}

const SHORT = 'short-secret';
const WRONG: [sources: ConfigSources, ...parts: string[]][] = [
  [{ env: { PORT: 'abc' } }, 'PORT is "abc", but must be a whole number from 0 to 65535.'],
  [{ env: { PORT: '65536' } }, 'PORT is "65536"'],
  [{ env: { PORT: '-1' } }, 'PORT is "-1"'],
  [{ env: { PORT: '80.5' } }, 'PORT is "80.5"'],
  [{ flags: { port: '0x50' } }, '--port is "0x50"'],
  [{ flags: { port: '' } }, '--port is ""'],
  [inFile({ port: true }), `"port" in ${FILE} is true`],
  [inFile({ port: { a: 1 } }), `"port" in ${FILE} is {"a":1}`],
  [inFile({ host: 5 }), `"host" in ${FILE} is 5`],
  [{ env: { HOST: 'http://localhost' } }, 'HOST is "http://localhost"', 'host name'],
  [{ env: { HOST: 'a\nb' } }, 'HOST is "a\\nb"'],
  [{ env: { BASE_URL: 'ftp://a.example' } }, 'BASE_URL is "ftp://a.example"', 'http:// or https://'],
  [{ env: { BASE_URL: 'memory.example' } }, 'BASE_URL', 'http:// or https://'],
  [{ env: { BASE_URL: 'https://a.example/?q=1' } }, 'BASE_URL', 'without user, query'],
  [{ env: { DATABASE_URL: 'mysql://a/b' } }, 'DATABASE_URL is "mysql://a/b"', 'postgres:// or postgresql://'],
  [{ env: { DATABASE_URL: 'postgres://u:pa/ss@h/b' } }, 'DATABASE_URL is set to a value that is not shown'],
  [{ env: { RECOLLECT_ADMIN_KEY: SHORT } }, 'RECOLLECT_ADMIN_KEY is set to', 'at least 16'],
  [{ env: { RECOLLECT_ISSUER_KEY: `${'x'.repeat(20)},${SHORT}` } }, 'RECOLLECT_ISSUER_KEY is set to', 'at least 16'],
  [{ env: { RECOLLECT_SIGNUP: 'maybe' } }, 'RECOLLECT_SIGNUP is "maybe", but must be on or off.'],
  [{ env: { RECOLLECT_SIGNUP_LIMIT: 'ten' } }, 'RECOLLECT_SIGNUP_LIMIT is "ten"', 'from 0 to 1000000'],
  [{ env: { RECOLLECT_RATE_LIMIT: '-5' } }, 'RECOLLECT_RATE_LIMIT is "-5"'],
  [{ env: { RECOLLECT_EMBEDDER: 'remote' } }, 'RECOLLECT_EMBEDDER is "remote"', 'local, openai or none'],
  [{ env: { RECOLLECT_EMBEDDER: 'openai' } }, 'RECOLLECT_EMBEDDER is "openai"', 'RECOLLECT_EMBEDDINGS_URL is not set'],
  [{ flags: { embedder: 'openai' } }, '--embedder is "openai"', '--embeddings-url is not set'],
  [inFile({ embedder: 'openai' }), `"embedder" in ${FILE} is "openai"`, '"embeddingsUrl" is not set'],
  [{ env: { RECOLLECT_MODEL: 'gpt-9' } }, 'RECOLLECT_MODEL is "gpt-9"', 'bge-small-en-v1.5 or all-MiniLM-L6-v2'],
  [{ env: { RECOLLECT_EMBEDDINGS_URL: 'localhost:11434' } }, 'RECOLLECT_EMBEDDINGS_URL', 'http:// or https://'],
  [{ env: { RECOLLECT_LLM_URL: 'localhost' } }, 'RECOLLECT_LLM_URL', 'http:// or https://'],
  [{ env: { RECOLLECT_LLM_URL: 'http://127.0.0.1:1/v1' } }, 'RECOLLECT_LLM_URL is set', 'RECOLLECT_LLM_MODEL is not'],
  [{ flags: { llmModel: 'small' } }, '--llm-model is set', '--llm-url is not'],
  [{ env: { RECOLLECT_WEBHOOK_ALLOW: '10.0.0.0/33' } }, 'RECOLLECT_WEBHOOK_ALLOW is "10.0.0.0/33"', '10.0.0.0/8'],
  [{ env: { RECOLLECT_WEBHOOK_ALLOW: '10.0.0.0/8,intranet' } }, 'RECOLLECT_WEBHOOK_ALLOW'],
  [{ env: { RECOLLECT_CORS_ORIGIN: 'app.example' } }, 'RECOLLECT_CORS_ORIGIN is "app.example"', 'https://app.example'],
  [{ env: { RECOLLECT_CORS_ORIGIN: 'https://a.example/' } }, 'RECOLLECT_CORS_ORIGIN is "https://a.example/"'],
  [{ env: { RECOLLECT_TRUST_PROXY: '99' } }, 'RECOLLECT_TRUST_PROXY is "99"', 'from 1 to 10'],
  [{ env: { RECOLLECT_VECTOR_CACHE_MB: '15' } }, 'RECOLLECT_VECTOR_CACHE_MB is "15"', 'from 16 to 4000'],
  [{ env: { RECOLLECT_EMBED_THREADS: '65' } }, 'RECOLLECT_EMBED_THREADS is "65"', 'from 0 to 64'],
  [{ env: { RECOLLECT_PG_POOL: '1' } }, 'RECOLLECT_PG_POOL is "1"', 'from 2 to 200'],
  [{ env: { RECOLLECT_MODEL_SOURCES: 'hub,ftp' } }, 'RECOLLECT_MODEL_SOURCES is "hub,ftp"', 'hub, npm'],
  [{ env: { RECOLLECT_SHUTDOWN_GRACE_SECONDS: '601' } }, 'RECOLLECT_SHUTDOWN_GRACE_SECONDS is "601"', '0 to 600'],
  [{ env: { LOG_LEVEL: 'loud' } }, 'LOG_LEVEL is "loud"', 'trace, debug, info, warn, error, fatal or silent'],
  [
    { env: { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' } },
    'OTEL_EXPORTER_OTLP_PROTOCOL is "grpc"',
    'http/protobuf or http/json',
  ],
  [{ env: { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc' } }, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL is "grpc"'],
  [{ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' } }, 'OTEL_EXPORTER_OTLP_ENDPOINT', 'http:// or https://'],
  [{ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://u:p@a.example' } }, 'OTEL_EXPORTER_OTLP_ENDPOINT', 'without user'],
  [{ env: { OTEL_EXPORTER_OTLP_HEADERS: SHORT } }, 'OTEL_EXPORTER_OTLP_HEADERS is set to', 'list of name=value'],
  [{ env: { OTEL_EXPORTER_OTLP_HEADERS: `a=${SHORT}%0d%0ab` } }, 'OTEL_EXPORTER_OTLP_HEADERS is set to'],
  [{ env: { OTEL_EXPORTER_OTLP_HEADERS: `a=${SHORT}%zz` } }, 'OTEL_EXPORTER_OTLP_HEADERS is set to'],
  [{ env: { OTEL_EXPORTER_OTLP_COMPRESSION: 'br' } }, 'OTEL_EXPORTER_OTLP_COMPRESSION is "br"', 'gzip or none'],
  [{ env: { OTEL_EXPORTER_OTLP_TIMEOUT: '10s' } }, 'OTEL_EXPORTER_OTLP_TIMEOUT is "10s"', 'a whole number'],
  [{ env: { OTEL_RESOURCE_ATTRIBUTES: 'production' } }, 'OTEL_RESOURCE_ATTRIBUTES is "production"', 'name=value'],
  [{ env: { OTEL_TRACES_EXPORTER: 'zipkin' } }, 'OTEL_TRACES_EXPORTER is "zipkin"', 'otlp or none'],
  [{ env: { OTEL_METRICS_EXPORTER: 'prometheus' } }, 'OTEL_METRICS_EXPORTER is "prometheus"', 'otlp or none'],
  [{ env: { OTEL_TRACES_SAMPLER: 'jaeger_remote' } }, 'OTEL_TRACES_SAMPLER is "jaeger_remote"', 'or traceidratio'],
  [{ env: { OTEL_TRACES_SAMPLER_ARG: '1.5' } }, 'OTEL_TRACES_SAMPLER_ARG is "1.5"', 'a number from 0 to 1'],
  [{ env: { OTEL_PROPAGATORS: 'tracecontext,b3' } }, 'OTEL_PROPAGATORS is "tracecontext,b3"', 'tracecontext, baggage'],
  [inFile({ prot: 1 }), `"prot" in ${FILE} is not a setting`, 'known settings are host, port'],
  [inFile({ RECOLLECT_DATA_DIR: 'x' }), 'is not a setting: write "dataDir"'],
  [inFile({ config: 'other.json' }), '"config"', 'is not a setting'],
  [
    { env: { RECOLLECT_ADMIN_KEY: 'k'.repeat(16), RECOLLECT_ISSUER_KEY: 'k'.repeat(16) } },
    'RECOLLECT_ISSUER_KEY must not contain a credential of RECOLLECT_ADMIN_KEY',
  ],
];

describe('a wrong setting', () => {
  for (const [sources, ...parts] of WRONG) {
    it(`is refused with one sentence: ${parts[0]}`, () => {
      const message = refusal(sources);
      for (const part of parts) assert.ok(message.includes(part), message);
      assert.match(message, /^[^\n]+\.$/);
      assert.ok(!message.includes(SHORT) && !message.includes('k'.repeat(16)) && !message.includes('pa/ss'), message);
    });
  }
});
