import {commands} from '../app/commands/run-command.ts';
import type {Failure} from '../domain/failure.ts';

const names = commands.flatMap(({name, aliases}) => [name, ...aliases]).join('|');
const mention = new RegExp(`(?:^|[\\s"(])/(?:${names})\\b`);

/** The same failure without advice to type what can only be typed in the chat. */
export const plainFailure = ({hint, ...failure}: Failure): Failure => {
	const plain = (hint ?? '')
		.split(/(?<=[.;]) /)
		.filter(sentence => !mention.test(sentence))
		.join(' ');
	return plain === '' ? failure : {...failure, hint: plain};
};
