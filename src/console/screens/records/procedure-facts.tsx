import type { ProceduresGetResponse } from '../../../client/index.js';
import { Fact, TimeFact } from '../../parts/fact.js';
import { Meter } from '../memories/facts.js';
import { memoryAddress } from '../users/address.js';
import { OwnerFacts } from './owner-facts.js';
import { Uses } from './procedures.js';

export const ProcedureFacts = ({ procedure }: { procedure: ProceduresGetResponse }) => (
  <dl class="facts">
    <Fact name="Outcomes">
      <Uses procedure={procedure} /> {procedure.uses > 0 && <span class="soft">since the steps last changed</span>}
    </Fact>
    <Fact name="Reliability">
      <Meter value={procedure.reliability} label="Reliability" /> {procedure.reliability.toFixed(2)}{' '}
      <span class="soft">breaks ties between equally good matches</span>
    </Fact>
    <Fact name="Version">{procedure.version}</Fact>
    <OwnerFacts of={procedure} noUser="every user" />
    <TimeFact name="Stored" at={procedure.created_at} />
    <TimeFact name="Changed" at={procedure.updated_at} />
    <TimeFact name="Last used" at={procedure.last_used_at} none="never" />
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
