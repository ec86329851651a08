import type {CompletionTables, Offered} from './completion-tables.ts';

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, found => `\\${found}`)}'`;

/** A line each: the text, a tab, what it means. */
const listArm = (subject: string, offered: readonly Offered[]): readonly string[] => [
	`\t\tcase ${subject}`,
	`\t\t\tprintf '%s\\t%s\\n' ${offered.map(({text, summary}) => `${quoted(text)} ${quoted(summary)}`).join(' ')}`,
];

const offerArm = (subject: string, offer: string): readonly string[] => [
	`\t\tcase ${subject}`,
	`\t\t\techo ${quoted(offer)}`,
];

const logic = `
# Takes what can stand here and what was typed of it.
function __mcp_tui_reply -a offer typed head before
	switch "$offer"
		case 'words *'
			for each in (string split ' ' -- (string replace 'words ' '' -- $offer))
				echo $head$each
			end
		case 'names *'
			for each in (command mcp-tui completion names (string replace 'names ' '' -- $offer) "$before" 2>/dev/null </dev/null)
				echo $head$each
			end
		case file
			set -l found (__fish_complete_path "$typed")
			for each in $found
				echo $head$each
			end
		case folder
			set -l found (__fish_complete_directories "$typed")
			for each in $found
				echo $head$each
			end
	end
end

function __mcp_tui_complete
	set -l given (commandline -opc)
	set -e given[1]
	set -l typed (commandline -ct)
	set -l last (count $given)
	set -l command ''
	set -l begin 1
	set -l i 1
	set -l word_count 0
	set -l pending ''
	set -l rest ''
	set -l before ''

	if test $last -gt 0; and not string match -q -- '-*' $given[1]
		set command $given[1]
		set i 2
		if test $last -gt 1; and __mcp_tui_is "$command $given[2]"
			set command "$command $given[2]"
			set i 3
		end
		__mcp_tui_is "$command"; or return
	end
	set begin $i

	while test $i -le $last
		set -l word $given[$i]
		if test -n "$rest"
			set word_count (math $word_count + 1)
			set before "$word"
		else if test -n "$pending"; and not string match -q -- '-*' "$word"
			if not __mcp_tui_is_list "$pending"; or __mcp_tui_takes_words "$command"
				set pending ''
			end
		else if test "$word" = --
			set pending ''
			set rest yes
		else if string match -q -- '-?*' "$word"
			set pending ''
			if not string match -q -- '*=*' "$word"; and __mcp_tui_value "$word" >/dev/null
				set pending "$word"
			end
		else
			set pending ''
			set word_count (math $word_count + 1)
			set before "$word"
		end
		set i (math $i + 1)
	end

	if test -z "$rest"; and string match -q -- '--*=*' "$typed"
		set -l parts (string split -m 1 = -- "$typed")
		set -l offer (__mcp_tui_value $parts[1])
		__mcp_tui_reply "$offer" "$parts[2]" "$parts[1]=" "$before"
	else if test -z "$rest"; and string match -q -- '-*' "$typed"
		__mcp_tui_options "$command"
	else if test -n "$pending"
		set -l offer (__mcp_tui_value $pending)
		__mcp_tui_reply "$offer" "$typed" '' "$before"
	else
		if test $i -eq $begin; and test -z "$rest"
			__mcp_tui_next "$command"
		end
		set -l offer (__mcp_tui_word "$command/$word_count")
		__mcp_tui_reply "$offer" "$typed" '' "$before"
	end
end

complete -c mcp-tui -f -a '(__mcp_tui_complete)'
`;

const switchOver = (name: string, arms: readonly (readonly string[])[]): readonly string[] => [
	`function ${name}`,
	'\tswitch "$argv[1]"',
	...arms.flat(),
	"\t\tcase '*'",
	'\t\t\treturn 1',
	'\tend',
	'end',
	'',
];

const anyOf = (texts: readonly string[]): string => texts.map(quoted).join(' ');

const isOneOf = (name: string, texts: readonly string[]): readonly string[] => [
	`function ${name}`,
	`\tcontains -- "$argv[1]" ${anyOf(texts)}`,
	'end',
	'',
];

export const fishScript = (tables: CompletionTables): string =>
	[
		'# Completion of mcp-tui for fish. mcp-tui completion --help says where it goes.',
		'',
		...isOneOf('__mcp_tui_is', tables.commands),
		...isOneOf('__mcp_tui_takes_words', tables.withWords),
		...isOneOf(
			'__mcp_tui_is_list',
			tables.values.filter(({isList}) => isList).flatMap(({flags}) => flags),
		),
		...switchOver('__mcp_tui_next', [
			listArm("''", tables.first),
			...tables.second.map(({after, offered}) => listArm(quoted(after), offered)),
		]),
		...switchOver(
			'__mcp_tui_options',
			tables.options.map(({command, offered}) => listArm(quoted(command), offered)),
		),
		...switchOver(
			'__mcp_tui_value',
			tables.values.map(({flags, offer}) => offerArm(anyOf(flags), offer)),
		),
		...switchOver(
			'__mcp_tui_word',
			tables.words.map(({command, index, isList, offer}) =>
				offerArm(quoted(`${command}/${isList ? '*' : index}`), offer),
			),
		),
	]
		.join('\n')
		.trimEnd()
		.concat('\n', logic);
