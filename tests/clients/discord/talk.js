// Discord.js speaks to the simulated Discord: what another's client takes for granted has to be there.
//
// Arguments: the address of the interface. Prints one line for each thing that worked, and ends with an error
// for anything else.
const { ActionRowBuilder, ButtonBuilder, ButtonStyle, ChannelType, Client, EmbedBuilder, Events, GatewayIntentBits,
  MessageFlags, ModalBuilder, Partials, REST, Routes, StringSelectMenuBuilder, TextInputBuilder, TextInputStyle,
  ApplicationCommandType, ApplicationCommandOptionType } = require('discord.js');

const [, , address, token] = process.argv;
const rest = { api: `${address}/api`, version: '10', timeout: 5000 };
const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages,
  GatewayIntentBits.MessageContent];
const client = new Client({ intents, rest, partials: [Partials.Channel] });
const say = (line) => console.log(line);
const fail = (error) => { console.error(error); process.exit(1); };
process.on('unhandledRejection', fail);
client.on(Events.Error, fail);

const buttons = () => new ActionRowBuilder().addComponents(
  new ButtonBuilder().setCustomId('more').setLabel('More').setStyle(ButtonStyle.Primary),
  new ButtonBuilder().setURL('https://example.org/').setLabel('Look').setStyle(ButtonStyle.Link));
const list = () => new ActionRowBuilder().addComponents(new StringSelectMenuBuilder().setCustomId('pick')
  .setPlaceholder('Pick').addOptions({ label: 'One', value: '1' }, { label: 'Two', value: '2' }));
const form = () => new ModalBuilder().setCustomId('words').setTitle('Words').addComponents(
  new ActionRowBuilder().addComponents(new TextInputBuilder().setCustomId('text').setLabel('Say it')
    .setStyle(TextInputStyle.Short)));

client.once(Events.ClientReady, async () => {
  say(`ready as ${client.user.username} in ${client.guilds.cache.size} servers`);
  const made = await new REST({ ...rest }).setToken(token).put(Routes.applicationCommands(client.user.id), { body: [
    { name: 'ask', description: 'Asks', options: [{ name: 'what', description: 'What', required: true,
      type: ApplicationCommandOptionType.String, autocomplete: true }] },
    { name: 'Look', type: ApplicationCommandType.Message }] });
  say(`registered ${made.map((command) => command.name).join(', ')}`);
});

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isAutocomplete()) {
    await interaction.respond([{ name: `${interaction.options.getFocused()}!`, value: 'x' }]);
    say('completed');
  } else if (interaction.isChatInputCommand()) {
    await interaction.deferReply();
    const embed = new EmbedBuilder().setTitle(interaction.options.getString('what')).setDescription('Thinking.');
    const reply = await interaction.editReply({ embeds: [embed], components: [buttons(), list()] });
    const thread = await reply.startThread({ name: 'Talk' });
    const message = await thread.send({ content: 'First', nonce: 'n1', enforceNonce: true });
    const again = await thread.send({ content: 'First', nonce: 'n1', enforceNonce: true });
    say(`once: ${message.id === again.id}`);
    await message.edit('Second');
    await message.react('✅');
    await thread.send({ content: 'A file', files: [{ attachment: Buffer.from('hello'), name: 'hello.txt' }] });
    const past = await thread.messages.fetch({ limit: 10 });
    say(`${past.size} messages, a file of ${past.first().attachments.first().size} bytes`);
    await interaction.followUp({ content: 'For you', flags: MessageFlags.Ephemeral });
    say('answered');
  } else if (interaction.isMessageContextMenuCommand()) {
    await interaction.reply({ content: `It says ${interaction.targetMessage.content}`, flags: MessageFlags.Ephemeral });
    say('looked');
  } else if (interaction.isButton()) {
    await interaction.showModal(form());
    say('asked for words');
  } else if (interaction.isStringSelectMenu()) {
    await interaction.update({ components: [buttons()] });
    say(`picked ${interaction.values[0]}`);
  } else if (interaction.isModalSubmit()) {
    await interaction.reply(`Heard ${interaction.fields.getTextInputValue('text')}`);
    say('heard words');
  }
});

client.on(Events.MessageCreate, async (message) => {
  if (message.author.bot) return;
  if (message.channel.type === ChannelType.DM) {
    await message.reply(`You said ${message.content}`);
    say('replied');
  } else if (message.content === 'forum') {
    const forum = await client.channels.fetch(process.argv[4]);
    const post = await forum.threads.create({ name: 'A post', message: { content: 'Inside' } });
    say(`posted in ${post.parent.name}`);
  } else if (message.content === 'rush') {
    await Promise.all(Array.from({ length: 12 }, (_, nth) => message.channel.send(`rush ${nth}`)));
    say('rushed');
  } else if (message.content === 'bye') {
    await client.destroy();
    process.exit(0);
  }
});
client.on(Events.ShardResume, () => say('resumed'));
client.login(token).catch(fail);
