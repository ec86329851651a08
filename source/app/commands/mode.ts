import {type WorkMode, workModes} from '../../domain/approval.ts';
import {suggestion} from '../../support/nearest.ts';
import type {Command, CommandHost} from './command.ts';

const meanings: Readonly<Record<WorkMode, string>> = {
	plan: 'the model is offered only tools that read, and says what it would do',
	act: 'the model is offered all tools; /approvals says which of them ask first',
};

/** What is left of the tools, and why that may be less than one thinks. */
const planLines = ({tools, whyWithheld}: CommandHost): readonly string[] => {
	const all = tools();
	const kept = all.filter(({definition}) => whyWithheld(definition) !== undefined);
	const isDoubted = kept.some(({definition}) => definition.annotations.readOnlyHint === true);
	return [
		...(all.length === 0 ? [] : [`It sees ${all.length - kept.length} of ${all.length} tools.`]),
		...(isDoubted
			? ['What a tool says about itself is believed only of servers in trustedServers of the configuration.']
			: []),
	];
};

export const mode: Command = {
	name: 'mode',
	aliases: [],
	argument: '[plan|act]',
	summary: 'show or set whether the model plans or acts',
	choices: () => workModes,
	run(argument, host) {
		const {say, getState, setWorkMode} = host;
		const current = getState().workMode;
		if (argument === '') {
			const rows = workModes.map(
				name => `${name === current ? '›' : ' '} ${name.padEnd(4)}  ${meanings[name]}`,
			);
			say(
				[
					...rows,
					'',
					'/mode <name> chooses one; in the chat shift+tab cycles through plan and the approval modes.',
				].join('\n'),
			);
			return;
		}
		const wanted = workModes.find(name => name === argument);
		if (wanted === undefined) {
			say(
				`There is no mode "${argument}"${suggestion(argument, workModes) || '.'} Choose ${workModes.join(' or ')}.`,
				'warning',
			);
			return;
		}
		setWorkMode(wanted);
		const more = wanted === 'plan' ? planLines(host) : [];
		say([`Mode ${wanted}: ${meanings[wanted]}.`, ...more].join('\n'));
	},
};
