/** The most common short names of emoji, as on GitHub. Other names are left unchanged. */
const emoji: ReadonlyMap<string, string> = new Map(
  (
    'smile 😄 smiley 😃 grinning 😀 grin 😁 laughing 😆 joy 😂 rofl 🤣 slight_smile 🙂 slightly_smiling_face 🙂 wink 😉 blush 😊 ' +
    'heart_eyes 😍 sunglasses 😎 thinking 🤔 thinking_face 🤔 neutral_face 😐 confused 😕 cry 😢 sob 😭 scream 😱 rage 😡 sweat_smile 😅 ' +
    'nerd_face 🤓 nerd 🤓 smirk 😏 upside_down_face 🙃 hugs 🤗 partying_face 🥳 star_struck 🤩 robot 🤖 robot_face 🤖 ghost 👻 skull 💀 poop 💩 ' +
    'thumbsup 👍 +1 👍 thumbsdown 👎 -1 👎 ok_hand 👌 wave 👋 clap 👏 raised_hands 🙌 pray 🙏 muscle 💪 point_right 👉 point_left 👈 ' +
    'point_up 👆 point_down 👇 raised_hand ✋ handshake 🤝 eyes 👀 brain 🧠 writing_hand ✍️ man_raising_hand 🙋‍♂️ woman_raising_hand 🙋‍♀️ ' +
    'bust_in_silhouette 👤 busts_in_silhouette 👥 technologist 🧑‍💻 man_technologist 👨‍💻 woman_technologist 👩‍💻 construction_worker 👷 ' +
    'heart ❤️ yellow_heart 💛 green_heart 💚 blue_heart 💙 purple_heart 💜 black_heart 🖤 broken_heart 💔 sparkling_heart 💖 hearts ♥️ ' +
    'star ⭐ star2 🌟 sparkles ✨ zap ⚡ fire 🔥 boom 💥 rocket 🚀 tada 🎉 confetti_ball 🎊 gift 🎁 trophy 🏆 medal_sports 🏅 crown 👑 gem 💎 ' +
    'white_check_mark ✅ heavy_check_mark ✔️ ballot_box_with_check ☑️ check_mark_button ✅ x ❌ negative_squared_cross_mark ❎ ' +
    'heavy_multiplication_x ✖️ no_entry ⛔ no_entry_sign 🚫 warning ⚠️ exclamation ❗ heavy_exclamation_mark ❗ question ❓ grey_question ❔ ' +
    'bangbang ‼️ information_source ℹ️ red_circle 🔴 large_blue_circle 🔵 blue_circle 🔵 green_circle 🟢 yellow_circle 🟡 orange_circle 🟠 ' +
    'purple_circle 🟣 white_circle ⚪ black_circle ⚫ heavy_plus_sign ➕ heavy_minus_sign ➖ infinity ♾️ recycle ♻️ construction 🚧 ' +
    'rotating_light 🚨 checkered_flag 🏁 triangular_flag_on_post 🚩 stop_sign 🛑 sos 🆘 new 🆕 free 🆓 up 🆙 cool 🆒 ok 🆗 100 💯 ' +
    'arrow_right ➡️ arrow_left ⬅️ arrow_up ⬆️ arrow_down ⬇️ arrow_upper_right ↗️ arrows_counterclockwise 🔄 arrow_forward ▶️ pause_button ⏸️ ' +
    'bulb 💡 book 📖 books 📚 open_book 📖 blue_book 📘 green_book 📗 orange_book 📙 closed_book 📕 notebook 📓 memo 📝 pencil 📝 pencil2 ✏️ ' +
    'page_facing_up 📄 page_with_curl 📃 clipboard 📋 bookmark 🔖 label 🏷️ link 🔗 paperclip 📎 pushpin 📌 round_pushpin 📍 scroll 📜 ' +
    'file_folder 📁 open_file_folder 📂 card_index_dividers 🗂️ calendar 📆 date 📅 bar_chart 📊 chart_with_upwards_trend 📈 ' +
    'chart_with_downwards_trend 📉 mag 🔍 mag_right 🔎 lock 🔒 unlock 🔓 key 🔑 closed_lock_with_key 🔐 shield 🛡️ gear ⚙️ wrench 🔧 hammer 🔨 ' +
    'hammer_and_wrench 🛠️ tools 🛠️ nut_and_bolt 🔩 toolbox 🧰 test_tube 🧪 microscope 🔬 dna 🧬 magnet 🧲 bug 🐛 package 📦 inbox_tray 📥 ' +
    'outbox_tray 📤 mailbox 📫 email 📧 envelope ✉️ incoming_envelope 📨 bell 🔔 no_bell 🔕 loudspeaker 📢 mega 📣 speech_balloon 💬 ' +
    'computer 💻 desktop_computer 🖥️ keyboard ⌨️ computer_mouse 🖱️ printer 🖨️ iphone 📱 floppy_disk 💾 cd 💿 electric_plug 🔌 battery 🔋 ' +
    'camera 📷 movie_camera 🎥 video_camera 📹 tv 📺 satellite 📡 globe_with_meridians 🌐 earth_americas 🌎 earth_africa 🌍 earth_asia 🌏 ' +
    'cloud ☁️ sunny ☀️ rainbow 🌈 snowflake ❄️ umbrella ☔ ocean 🌊 seedling 🌱 herb 🌿 four_leaf_clover 🍀 evergreen_tree 🌲 cactus 🌵 ' +
    'rose 🌹 sunflower 🌻 maple_leaf 🍁 apple 🍎 pizza 🍕 coffee ☕ beer 🍺 beers 🍻 cake 🍰 cookie 🍪 whale 🐳 whale2 🐋 snake 🐍 crab 🦀 penguin 🐧 ' +
    'cat 🐱 dog 🐶 fox_face 🦊 bear 🐻 panda_face 🐼 unicorn 🦄 elephant 🐘 turtle 🐢 octopus 🐙 bee 🐝 butterfly 🦋 dragon 🐉 bird 🐦 owl 🦉 ' +
    'house 🏠 office 🏢 factory 🏭 school 🏫 bank 🏦 hospital 🏥 building_construction 🏗️ bricks 🧱 world_map 🗺️ compass 🧭 mountain ⛰️ ' +
    'car 🚗 truck 🚚 airplane ✈️ ship 🚢 anchor ⚓ train 🚆 bike 🚲 ticket 🎫 dart 🎯 game_die 🎲 video_game 🎮 jigsaw 🧩 art 🎨 musical_note 🎵 ' +
    'moneybag 💰 dollar 💵 credit_card 💳 coin 🪙 receipt 🧾 balance_scale ⚖️ scales ⚖️ hourglass ⌛ hourglass_flowing_sand ⏳ stopwatch ⏱️ ' +
    'alarm_clock ⏰ clock1 🕐 thermometer 🌡️ syringe 💉 pill 💊 abc 🔤 abcd 🔡 1234 🔢 symbols 🔣 one 1️⃣ two 2️⃣ three 3️⃣ four 4️⃣ five 5️⃣ six 6️⃣ ' +
    'seven 7️⃣ eight 8️⃣ nine 9️⃣ keycap_ten 🔟 zero 0️⃣ hash #️⃣ copyright ©️ registered ®️ tm ™️ magic_wand 🪄 crystal_ball 🔮 flashlight 🔦'
  )
    .split(' ')
    .map((_, index, words) => [words[index] ?? '', words[index + 1] ?? ''] as const)
    .filter((_, index) => index % 2 === 0),
);

const shortName = /(?<![\w:/.]):([a-z\d_+-]{1,40}):(?![\w:/])/g;

/** Replaces short names such as `:rocket:` with emoji, outside code. */
export function replaceEmoji(text: string): string {
  if (!text.includes(':')) return text;
  return text
    .split(/(`+[^`]*`+)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(shortName, (all, name) => emoji.get(name) ?? all)))
    .join('');
}
