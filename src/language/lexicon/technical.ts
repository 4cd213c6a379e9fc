import type { Lexicon } from './lexicon.js';

export const technical: Lexicon = {
  phrases: `stack trace, null pointer, exit code, error code, status code, pull request, merge request, feature
    flag, environment variable, command line, unit test, test suite, out of memory, memory leak, race condition,
    rate limit, data type, source code, code review, dev server, cron job, log file, access token, api key, docker
    image, docker container, load balancer, reverse proxy, web server, operating system, machine learning, language
    model, regular expression, strict mode, dependency injection, written in, runs on, version control, build fails,
    cannot read properties, segmentation fault, connection refused, foreign key, primary key, time out, timed out,
    worker pool, thread pool, garbage collector, package manager, keyboard shortcut, file system, hot reload, code
    base, code sample, design pattern, data structure, tech stack, continuous integration, ci pipeline, build
    pipeline, unit tests, integration test, hard drive, graphics card, screen reader, user interface, open source,
    front end, back end, full stack, design system, service account, public key, private key, hashed with, encrypted
    with, compiled with, compiles with, links against, pinned to, depends on, listens on, falls back to, returns
    null, throws an, upload route, request header, response body, home assistant, wifi password, dual boot`,
  strong: `api typescript javascript python java rust golang kotlin swift php ruby sql postgresql postgres mysql
    sqlite redis mongodb kafka kubernetes docker terraform ansible nginx linux ubuntu debian git github gitlab npm
    pnpm yarn pip node nodejs react vue svelte angular django flask fastapi graphql rest json yaml xml html css
    webpack vite vitest jest pytest eslint compiler backend frontend database schema endpoint webhook localhost
    exception stacktrace traceback bug debug refactor repository repo monorepo codebase deploy deployment staging
    kubectl regex runtime async mutex jwt oauth ssh tls dns http https cli sdk ide vscode vim emacs aws azure gcp
    lambda s3 microservice embedding pgvector tokenizer dockerfile makefile rebase typeerror nullpointerexception
    segfault changelog linter cron websocket grpc wasm cpu gpu ram cors argon2id bcrypt sha256 md5 clang gcc llvm
    musl glibc cmake bazel gradle maven firmware router bios uefi terminal bash zsh powershell tmux proxy vpn subnet
    firewall ipv4 ipv6 tcp udp mqtt rabbitmq nats elasticsearch opensearch prometheus grafana sentry datadog splunk
    hadoop spark airflow dbt snowflake bigquery clickhouse duckdb parquet csv avro protobuf openapi swagger nextjs
    nuxt remix astro tailwind sass webgl opengl vulkan unity unreal blender arduino raspberry esp32 fpga usb
    bluetooth ssd nvme raid nas cuda pytorch tensorflow numpy pandas jupyter anaconda conda huggingface llm gpt rag
    onnx tokenization hash hashed encrypt encryption decrypt ssl certificate sudo chmod systemd daemon syslog stdout
    stderr stdin unicode utf-8 ascii boolean integer string array enum struct pointer closure recursion iterator
    coroutine goroutine promise callback middleware singleton polymorphism idempotent latency throughput benchmark
    profiler breakpoint rollback hotfix semver sprint scrum jira bitbucket jenkins circleci heroku vercel netlify
    cloudflare cdn subdomain hostname uptime downtime failover replica shard orm prisma kysely hibernate spring
    laravel rails symfony express fastify dotnet csharp scala haskell elixir erlang clojure perl lua matlab fortran
    cobol solidity blockchain ethereum android ios macos windows chrome firefox safari plugin extension autocomplete
    intellij pycharm xcode devcontainer helm istio vault pagination`,
  weak: `code server error function class module library package import variable config configuration build cluster
    version release branch merge commit test cache query index log payload request response port script software app
    application framework algorithm interface parameter token hardware network file folder directory install upgrade
    migration flag startup model prompt tool laptop crash timeout data thread worker pool memory usage header route
    upload download shortcut keyboard ctrl monitor browser compile link syntax stack queue job pipeline service
    instance host domain storage bucket backup restore encode decode parse parser validate validation template
    component render layout type argument method object loop print console screen device driver disk battery charger
    printer phone tablet setting password login session cookie feature performance scale load traffic metric alert
    dashboard dataset training inference vector docs documentation legacy`,
};
