import { mcpOperation } from './edge/mcp/operation.js';
import { get as getAgent } from './features/agents/get.js';
import { list as listAgents } from './features/agents/list.js';
import { memories as agentMemories } from './features/agents/memories.js';
import { register as registerAgent } from './features/agents/register.js';
import { stats as agentStats } from './features/agents/stats.js';
import { agents as agentAnalytics } from './features/analytics/agents.js';
import { daily } from './features/analytics/daily.js';
import { patterns } from './features/analytics/patterns.js';
import { list as listAudit } from './features/audit/list.js';
import { compress, preview as previewCompression } from './features/compress/compress.js';
import { undo as undoCompression } from './features/compress/undo.js';
import { pairs as conflictPairs, list as listConflicts } from './features/conflicts/list.js';
import { resolve as resolveConflict } from './features/conflicts/resolve.js';
import { context } from './features/context/context.js';
import { list as listEmotionalRecords } from './features/emotional/list.js';
import { profile as emotionalProfile } from './features/emotional/profile.js';
import { recordSentiment } from './features/emotional/record-sentiment.js';
import { end as endEpisode } from './features/episodes/end.js';
import { event as appendEvent } from './features/episodes/event.js';
import { list as listEpisodes } from './features/episodes/list.js';
import { start as startEpisode } from './features/episodes/start.js';
import { history as listEvents } from './features/events/journal/history.js';
import { stream } from './features/events/stream/stream.js';
import { change as changeSubscription } from './features/events/webhooks/change.js';
import { deliveries, logs as deliveryLogs } from './features/events/webhooks/deliveries.js';
import { get as getSubscription } from './features/events/webhooks/get.js';
import { list as listSubscriptions } from './features/events/webhooks/list.js';
import { ping } from './features/events/webhooks/ping.js';
import { remove as removeSubscription } from './features/events/webhooks/remove.js';
import { replay } from './features/events/webhooks/replay.js';
import { rotate as rotateSubscription } from './features/events/webhooks/rotate.js';
import { sealing } from './features/events/webhooks/sealing.js';
import { register as registerWebhook, subscribe } from './features/events/webhooks/subscribe.js';
import { explore } from './features/graph/explore.js';
import { link as linkMemories } from './features/graph/link.js';
import { map as graphMap } from './features/graph/map.js';
import { unlink } from './features/graph/unlink.js';
import { ingest } from './features/ingest/ingest.js';
import { profile as userProfile } from './features/ingest/profile.js';
import { health as memoryHealth } from './features/insights/health.js';
import { insights } from './features/insights/insights.js';
import { change as changeKey } from './features/keys/change.js';
import { listChildren, mintChild } from './features/keys/children.js';
import { list as listKeys } from './features/keys/list.js';
import { mint } from './features/keys/mint.js';
import { revoke } from './features/keys/revoke.js';
import { rotate as rotateKey } from './features/keys/rotate.js';
import { signup } from './features/keys/signup/signup.js';
import { expired } from './features/lifecycle/expired.js';
import { feedback } from './features/lifecycle/feedback.js';
import { stale } from './features/lifecycle/stale.js';
import { stats as memoryStats } from './features/lifecycle/stats.js';
import { verify } from './features/lifecycle/verify.js';
import { batch } from './features/memories/batch.js';
import { forget } from './features/memories/forget.js';
import { get as getMemory } from './features/memories/get.js';
import { history as memoryHistory } from './features/memories/history.js';
import { list as listMemories } from './features/memories/list.js';
import { facets } from './features/memories/search/facets.js';
import { names as listNames } from './features/memories/search/names.js';
import { retrieve } from './features/memories/search/retrieve.js';
import { score as scoreMemory } from './features/memories/search/score.js';
import { store as storeMemory } from './features/memories/store.js';
import { update as updateMemory } from './features/memories/update.js';
import { useModel } from './features/model/use.js';
import { exportOperation } from './features/portability/export.js';
import { importOperation } from './features/portability/import.js';
import { predict } from './features/predict/predict.js';
import { get as getProcedure } from './features/procedures/get.js';
import { list as listProcedures } from './features/procedures/list.js';
import { match as matchProcedure } from './features/procedures/match.js';
import { outcome as reportOutcome } from './features/procedures/outcome.js';
import { store as storeProcedure } from './features/procedures/store.js';
import type { AnyOperation } from './features/request.js';
import { health } from './features/system/health.js';
import { jobs } from './features/system/jobs.js';
import { apply as applyTemplate } from './features/templates/apply.js';
import { get as getTemplate } from './features/templates/get.js';
import { list as listTemplates } from './features/templates/list.js';
import { timeline } from './features/timeline/timeline.js';
import { transfer } from './features/transfer/transfer.js';
import { usage } from './features/usage/usage.js';
import { erase } from './features/users/erase.js';
import { exportUser } from './features/users/export.js';
import { eraseKeyData, exportKey, keyReceipts } from './features/users/key-data.js';
import { list as listUsers } from './features/users/list.js';
import { oneReceipt, receipts } from './features/users/receipts.js';
import { clear as clearWorkingItems } from './features/working/clear.js';
import { get as getWorkingItems } from './features/working/get.js';
import { put as putWorkingItem } from './features/working/put.js';
import { sessions } from './features/working/sessions.js';

/** Every operation of the service. What is not here does not exist; what is here is routed, documented and tested. */
export const operations: readonly AnyOperation[] = [
  ...[
    signup,
    mint,
    listKeys,
    changeKey,
    revoke,
    rotateKey,
    exportKey,
    eraseKeyData,
    keyReceipts,
    mintChild,
    listChildren,
  ],
  ...[
    storeMemory,
    batch,
    retrieve,
    forget,
    listMemories,
    facets,
    listNames,
    getMemory,
    updateMemory,
    memoryHistory,
    scoreMemory,
  ],
  ...[context],
  ...[ingest, userProfile],
  ...[exportOperation, importOperation],
  ...[feedback, stale, verify, memoryStats, expired],
  ...[listConflicts, conflictPairs, resolveConflict],
  ...[compress, previewCompression, undoCompression],
  ...[timeline],
  ...[startEpisode, appendEvent, endEpisode, listEpisodes],
  ...[storeProcedure, matchProcedure, reportOutcome, listProcedures, getProcedure],
  ...[putWorkingItem, getWorkingItems, sessions, clearWorkingItems],
  ...[recordSentiment, listEmotionalRecords, emotionalProfile],
  ...[linkMemories, explore, unlink, graphMap],
  ...[memoryHealth, insights],
  ...[predict],
  ...[transfer],
  ...[registerAgent, listAgents, getAgent, agentMemories, agentStats],
  ...[daily, agentAnalytics, patterns],
  ...[listUsers, exportUser, erase, receipts, oneReceipt],
  ...[listTemplates, getTemplate, applyTemplate],
  ...[
    subscribe,
    stream,
    listEvents,
    listSubscriptions,
    getSubscription,
    changeSubscription,
    removeSubscription,
    rotateSubscription,
    ping,
    deliveries,
    replay,
    registerWebhook,
    deliveryLogs,
    sealing,
  ],
  ...[usage],
  ...[health, useModel, mcpOperation, jobs, listAudit],
];
