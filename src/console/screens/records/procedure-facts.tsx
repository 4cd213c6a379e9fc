import type { ProceduresGetAnswer } from '../../../client/index.js';
import { Fact } from '../../parts/fact.js';
import { Time } from '../../parts/time.js';
import { boundUser } from '../../state/session.js';
import { Meter } from '../memories/facts.js';
import { memoryAddress, userAddress } from '../users/address.js';
import { recordAddress } from './address.js';
import { Uses } from './procedures.js';

export const ProcedureFacts = ({ procedure }: { procedure: ProceduresGetAnswer }) => (
  <dl class="facts">
    <Fact name="Outcomes">
      <Uses procedure={procedure} /> {procedure.uses > 0 && <span class="soft">since the steps last changed</span>}
    </Fact>
    <Fact name="Reliability">
      <Meter value={procedure.reliability} label="Reliability" /> {procedure.reliability.toFixed(2)}{' '}
      <span class="soft">breaks ties between equally good matches</span>
    </Fact>
    <Fact name="Version">{procedure.version}</Fact>
    <Fact name="Agent">
      {boundUser.value === null ? (
        <a href={recordAddress('agents', { id: procedure.agent_id })}>
          <bdi>{procedure.agent_id}</bdi>
        </a>
      ) : (
        <bdi>{procedure.agent_id}</bdi>
      )}
    </Fact>
    <Fact name="User">
      {procedure.user_id === null ? (
        <span class="soft">every user</span>
      ) : (
        <a href={userAddress(procedure.user_id)}>
          <bdi>{procedure.user_id}</bdi>
        </a>
      )}
    </Fact>
    <Fact name="Stored">
      <Time at={procedure.created_at} full />
    </Fact>
    <Fact name="Changed">
      <Time at={procedure.updated_at} full />
    </Fact>
    <Fact name="Last used">
      {procedure.last_used_at === null ? <span class="soft">never</span> : <Time at={procedure.last_used_at} full />}
    </Fact>
    <Fact name="Risk">
      <Meter value={procedure.risk} bad label="Risk" /> {procedure.risk.toFixed(2)}
    </Fact>
    <Fact name="Embedded">{procedure.embedded ? 'yes' : 'not yet, matched by words until then'}</Fact>
    <Fact name="ID">
      <a href={memoryAddress(procedure.id)}>
        <code>{procedure.id}</code>
      </a>
    </Fact>
  </dl>
);
