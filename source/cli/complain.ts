import type {Failure} from '../domain/failure.ts';
import {redactor} from '../program-redactor.ts';
import {sanitise} from '../support/sanitise.ts';

const badInput = 42;

/** Says what cannot be done, and gives the exit code for it. */
export const complain = ({message, hint}: Failure): number => {
	const text = hint === undefined ? message : `${message}\n${hint}`;
	process.stderr.write(`${sanitise(redactor.redact(text))}\n`);
	return badInput;
};
