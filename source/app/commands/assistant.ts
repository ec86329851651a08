import type {Assistant} from '../../domain/assistant.ts';
import {unusableFailure} from '../../domain/assistant-admin.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {suggestion} from '../../support/nearest.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {failureText} from '../failure-text.ts';
import type {Command, CommandHost} from './command.ts';

const none = 'none';
const noAssistants =
	'There are no assistants. Describe one under "assistants" in the configuration file, or start with --agent file.yaml.';

const factsOf = ({description, model, servers, toolApproval}: Assistant): string =>
	[
		...(description === undefined ? [] : [description]),
		...(model === undefined ? [] : [model]),
		...(servers === undefined ? [] : [servers.length === 0 ? 'no servers' : `servers ${servers.join(', ')}`]),
		...(toolApproval === undefined ? [] : [`approval mode ${toolApproval}`]),
	].join(' · ');

const list = ({say, getState, assistants}: CommandHost): void => {
	const known = assistants();
	const {assistant: current} = getState();
	if (known.length === 0 && current === undefined) {
		say(noAssistants);
		return;
	}
	const mark = (isCurrent: boolean): string => (isCurrent ? '›' : ' ');
	const rows = [
		[`${mark(current === undefined)} ${none}`, 'mcp-tui as it is, with every server'] as const,
		...known.map(
			assistant =>
				[
					sanitiseLine(`${mark(assistant.name === current)} ${assistant.name}`),
					sanitiseLine(factsOf(assistant)),
				] as const,
		),
	];
	say([...alignColumns(rows), '', '/assistant name chooses one.'].join('\n'));
};

const changeTo = async (
	assistant: Assistant | undefined,
	{say, getState, changeAssistant}: CommandHost,
	signal: AbortSignal,
): Promise<void> => {
	const {assistant: before = none} = getState();
	const change = await changeAssistant(assistant, signal);
	switch (change.type) {
		case 'changed': {
			const {approvalMode, model} = getState();
			const who = assistant === undefined ? 'No assistant' : `The assistant is ${assistant.name}`;
			const text = sanitiseLine(
				`${who} from the next message on. Model ${model}, approval mode ${approvalMode}.`,
			);
			if (change.doubt === undefined) {
				say(text);
			} else {
				say(`${text}\n${failureText(change.doubt)}`, 'warning');
			}
			return;
		}
		case 'refused':
			say(
				sanitiseLine(`The assistant is still ${before}.`).concat('\n', failureText(change.failure)),
				'warning',
			);
			return;
		case 'aborted':
			return;
	}
};

export const assistant: Command = {
	name: 'assistant',
	aliases: [],
	argument: '[name|none]',
	summary: 'show the assistants there are, or choose one',
	choices: ({assistants}) => [...assistants().map(({name}) => name), none],
	run(argument, host, signal) {
		if (argument === '') {
			list(host);
			return undefined;
		}
		const known = host.assistants();
		const wanted =
			known.find(({name}) => name === argument) ??
			known.find(({name}) => name.toLowerCase() === argument.toLowerCase());
		const unusable = host.unusableAssistants().find(({name}) => name === argument);
		if (wanted === undefined && unusable !== undefined) {
			host.say(failureText(unusableFailure(unusable)), 'warning');
			return undefined;
		}
		if (wanted === undefined && argument !== none) {
			const names = known.map(({name}) => name);
			host.say(
				known.length === 0
					? noAssistants
					: sanitiseLine(
							`There is no assistant "${argument}"${suggestion(argument, names) || '.'} /assistant lists them.`,
						),
				'warning',
			);
			return undefined;
		}
		if (host.getState().turn !== undefined) {
			host.say('The model is at work. Wait until it is done, or press esc to stop it.', 'warning');
			return undefined;
		}
		return changeTo(wanted, host, signal);
	},
};
