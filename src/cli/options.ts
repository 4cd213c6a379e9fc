import { type Command, Option } from 'commander';

/** An earlier name of an option: still taken, not shown, and read under the name of today. */
class Earlier extends Option {
  readonly #today: Option;

  constructor(flags: string, today: Option) {
    super(flags);
    this.#today = today;
    this.hideHelp();
  }

  override attributeName(): string {
    return this.#today.attributeName();
  }
}

interface Named {
  required?: boolean;
  /** Its earlier names. */
  earlier?: readonly string[];
}

/** An option that has, or had, more than one name. */
export function addOption(command: Command, flags: string, text: string, { required, earlier = [] }: Named = {}) {
  const option = new Option(flags, text).makeOptionMandatory(required === true);
  command.addOption(option);
  for (const name of earlier) command.addOption(new Earlier(name, option));
  return command;
}

/** The names that the API has for them. */
export const addUserId = (command: Command, text: string, required = false) =>
  addOption(command, '--user-id <user_id>', text, { required, earlier: ['--user <user_id>'] });
export const addAgentId = (command: Command, text: string) =>
  addOption(command, '--agent-id <agent_id>', text, { earlier: ['--agent <agent_id>'] });
