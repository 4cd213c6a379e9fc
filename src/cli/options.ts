import { type Command, Option } from 'commander';

/** A former name of an option: still accepted, hidden from the help, and read under the current name. */
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
  /** Its former names. */
  earlier?: readonly string[];
}

/** An option, with any former names it has. */
export function addOption(command: Command, flags: string, text: string, { required, earlier = [] }: Named = {}) {
  const option = new Option(flags, text).makeOptionMandatory(required === true);
  command.addOption(option);
  for (const name of earlier) command.addOption(new Earlier(name, option));
  return command;
}

/** Named as in the API. */
export const addUserId = (command: Command, text: string, required = false) =>
  addOption(command, '--user-id <user_id>', text, { required, earlier: ['--user <user_id>'] });
export const addAgentId = (command: Command, text: string) =>
  addOption(command, '--agent-id <agent_id>', text, { earlier: ['--agent <agent_id>'] });
