import { Fact } from '../../parts/fact.js';
import { boundUser } from '../../state/session.js';
import { userAddress } from '../users/address.js';
import { recordAddress } from './address.js';

interface Props {
  of: { agent_id: string; user_id: string | null };
  /** Shown if the record belongs to no user. */
  noUser: string;
}

/** The agent and the user that a record belongs to. */
export const OwnerFacts = ({ of: { agent_id, user_id }, noUser }: Props) => (
  <>
    <Fact name="Agent">
      {boundUser.value === null ? (
        <a href={recordAddress('agents', { id: agent_id })}>
          <bdi>{agent_id}</bdi>
        </a>
      ) : (
        <bdi>{agent_id}</bdi>
      )}
    </Fact>
    <Fact name="User">
      {user_id === null ? (
        <span class="soft">{noUser}</span>
      ) : (
        <a href={userAddress(user_id)}>
          <bdi>{user_id}</bdi>
        </a>
      )}
    </Fact>
  </>
);
