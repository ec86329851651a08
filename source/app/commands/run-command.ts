import {nearest} from '../../support/nearest.ts';
import {approvals} from './approvals.ts';
import {assistant} from './assistant.ts';
import type {Command, CommandHost} from './command.ts';
import {compact} from './compact.ts';
import {context} from './context.ts';
import {copy} from './copy.ts';
import {doctor} from './doctor.ts';
import {exit} from './exit.ts';
import {exportSession} from './export.ts';
import {createHelp} from './help.ts';
import {mode} from './mode.ts';
import {model} from './model.ts';
import {details, keys, orPart, setup, traffic} from './open-view.ts';
import {prompts} from './prompts.ts';
import {resources} from './resources.ts';
import {retry} from './retry.ts';
import {rewind} from './rewind.ts';
import {servers} from './servers.ts';
import {fork, newSession, resume} from './sessions.ts';
import {stats} from './stats.ts';
import {theme} from './theme.ts';
import {tools} from './tools.ts';

/** Every slash command. Help, completion and the README are made from this list. */
export const commands: readonly Command[] = [
	createHelp(() => commands),
	orPart('servers', servers),
	orPart('tools', tools),
	orPart('prompts', prompts),
	orPart('resources', resources),
	traffic,
	model,
	orPart('assistants', assistant),
	mode,
	orPart('approvals', approvals),
	context,
	compact,
	stats,
	retry,
	rewind,
	newSession,
	orPart('sessions', resume),
	fork,
	exportSession,
	copy,
	details,
	theme,
	keys,
	setup,
	doctor,
	exit,
];

const namesOf = ({name, aliases}: Command): readonly string[] => [name, ...aliases];

const findCommand = (name: string): Command | undefined =>
	commands.find(candidate => namesOf(candidate).includes(name));

/** What a command takes, as far as that is known. */
export const argumentsOf = (name: string, host: CommandHost): readonly string[] =>
	findCommand(name)?.choices?.(host) ?? [];

/** Runs what was typed after `/`. A command nobody knows is explained, never sent to the model. */
export const runCommand = (text: string, host: CommandHost): void => {
	const [, name = '', rest = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
	const command = findCommand(name);
	const argument = rest.trim();
	if (command === undefined) {
		const prompts = host.catalogue.prompts().map(({server, prompt}) => `${server}:${prompt}`);
		const near = nearest(name, [...commands.flatMap(namesOf), ...prompts]);
		const hint = near === undefined ? '/help lists them all.' : `Did you mean /${near}?`;
		host.say(`There is no command /${name}. ${hint}`, 'warning');
		return;
	}
	if (command.argument === '' && argument !== '') {
		host.say(`/${name} takes nothing after it. Type /${name} alone.`, 'warning');
		return;
	}
	host.run(signal => command.run(argument, host, signal));
};
