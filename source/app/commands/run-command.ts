import {nearest} from '../../support/nearest.ts';
import {approvals} from './approvals.ts';
import {assistant} from './assistant.ts';
import type {Command, CommandHost} from './command.ts';
import {compact} from './compact.ts';
import {config} from './config.ts';
import {context} from './context.ts';
import {copy} from './copy.ts';
import {doctor} from './doctor.ts';
import {effort} from './effort.ts';
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
import {skills} from './skills.ts';
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
	skills,
	traffic,
	model,
	effort,
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
	config,
	keys,
	setup,
	doctor,
	exit,
];

const namesOf = ({name, aliases}: Command): readonly string[] => [name, ...aliases];

/** The name decides; without one of that name, the only command that begins like it. */
const findCommands = (name: string): readonly Command[] => {
	const wanted = name.toLowerCase();
	const exact = commands.find(candidate => namesOf(candidate).includes(wanted));
	if (exact !== undefined) {
		return [exact];
	}
	return wanted === ''
		? []
		: commands.filter(candidate => namesOf(candidate).some(each => each.startsWith(wanted)));
};

const findCommand = (name: string): Command | undefined => {
	const [command, ...others] = findCommands(name);
	return others.length === 0 ? command : undefined;
};

/** What a command takes, as far as that is known. */
export const argumentsOf = (name: string, host: CommandHost): readonly string[] =>
	findCommand(name)?.choices?.(host) ?? [];

const read = (text: string): {readonly name: string; readonly argument: string} => {
	const [, name = '', rest = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
	return {name, argument: rest.trim()};
};

/** Why a text that begins with `/` runs no command, and what was probably meant; undefined where it runs one. */
export const whyUnknown = (text: string, {catalogue, frontEnd}: CommandHost): string | undefined => {
	const {name} = read(text);
	const alike = findCommands(name);
	if (alike.length === 1) {
		return undefined;
	}
	if (alike.length > 1) {
		const names = alike.map(command => `/${command.name}`);
		return `/${name} could be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}. Type more of the name.`;
	}
	const shown = frontEnd();
	const useful = commands.filter(({worksIn}) => shown === undefined || worksIn?.(shown) !== false);
	const meant = new Map(useful.flatMap(namesOf).map(each => [each, each]));
	for (const {server, prompt} of catalogue.prompts()) {
		meant.set(`${server}:${prompt}`, `${server}:${prompt}`);
		meant.set(meant.has(prompt) ? `${server}:${prompt}` : prompt, `${server}:${prompt}`);
	}
	const near = meant.get(nearest(name, [...meant.keys()]) ?? '');
	return near === undefined
		? `There is no command /${name}. /help lists them all; begin with a space to send this as a message.`
		: `There is no command /${name}. Did you mean /${near}?`;
};

/** Runs what was typed after `/`. An unknown command is explained, never sent to the model. */
export const runCommand = (text: string, host: CommandHost): void => {
	const {name, argument} = read(text);
	const command = findCommand(name);
	if (command === undefined) {
		host.say(whyUnknown(text, host) ?? '', 'warning');
		return;
	}
	if (command.argument === '' && argument !== '') {
		host.say(`/${name} takes nothing after it. Type /${name} alone.`, 'warning');
		return;
	}
	host.run(signal => command.run(argument, host, signal));
};
